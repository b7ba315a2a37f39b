import { isDeepStrictEqual } from 'node:util'
import { checkNames, checkOfSetting, type CheckName } from '../../domain/tenant-settings.ts'
import type { Localised } from '../../domain/tenant.ts'
import { findListing } from '../catalogue/listing-store.ts'
import type { Listing } from '../catalogue/listing.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { countPools, type Pool } from '../reward/voucher-pool-store.ts'
import { findTenantPicture } from '../tenant/picture-store.ts'
import type { StoredTenant } from '../tenant/read-tenant.ts'
import { findTenantRow, type TenantRow } from '../tenant/store.ts'
import { findShared } from './list-shared.ts'
import { judgeSettings } from './tenant-file.ts'
import { takePictures } from './tenant-pictures.ts'

export type TenantCheck = {
  name: CheckName
  missing: string[]
  shared: string[]
  titles: Record<string, Localised> // of products and vouchers, by their id
}

/** What a tenant lacks before people may come, and what it still shares with its template. */
export async function checkTenant(
  deps: Pick<Deps, 'db'>,
  { config, copied_from }: TenantRow,
): Promise<TenantCheck[]> {
  const { code } = config
  const template = copied_from === null ? undefined : await findTenantRow(deps.db, copied_from)
  const theirs = template
    ? await withTenant(deps.db, template.config.code, (tx) => findListing(tx, template.config.code))
    : null
  const own = await withTenant(deps.db, code, async (tx) => ({
    listing: await findListing(tx, code),
    pools: await countPools(tx, code),
  }))
  const pictures = await withTenant(deps.db, code, (tx) => missingPictures(tx, config))
  const settings = judgeSettings(config).map(({ path }) => path.join('.') || 'code')
  const missing: Record<string, string[]> = {
    products: own.listing.products.some(({ active }) => active) ? [] : ['products'],
    vouchers: missingVouchers(own.listing, own.pools),
  }
  for (const path of new Set([...settings, ...pictures])) {
    const name = checkOfSetting(path)
    missing[name] = [...(missing[name] ?? []), path]
  }
  const shared: Record<string, string[]> = theirs
    ? {
        products: sameRows(own.listing.products, theirs.products),
        vouchers: sameRows(own.listing.rewardOptions, theirs.rewardOptions),
      }
    : {}
  if (template) {
    const found = findShared(config, template.config)
    const paths = [
      found.same,
      found.alike,
      ...[found.lines, found.named].map((all) => all.map(settingOf)),
    ].flat()
    for (const path of new Set(paths)) {
      const name = checkOfSetting(path)
      shared[name] = [...(shared[name] ?? []), path]
    }
  }
  const rows: Partial<Record<CheckName, readonly { id: string; title: Localised }[]>> = {
    products: own.listing.products,
    vouchers: own.listing.rewardOptions,
  }
  return checkNames.map((name) => {
    const lacks = missing[name] ?? []
    const alike = (shared[name] ?? []).filter((path) => !lacks.includes(path))
    const titles = (rows[name] ?? [])
      .filter(({ id }) => lacks.includes(id) || alike.includes(id))
      .map(({ id, title }) => [id, title] as const)
    return { name, missing: lacks, shared: alike, titles: Object.fromEntries(titles) }
  })
}

const settingOf = ({ setting }: { setting: string }) => setting

export const isComplete = (checks: readonly TenantCheck[]) =>
  checks.every(({ missing }) => missing.length === 0)
export const isShared = (checks: readonly TenantCheck[]) =>
  checks.some(({ shared }) => shared.length > 0)

async function missingPictures(tx: Tx, config: StoredTenant): Promise<string[]> {
  const listing: Listing = { products: [], rewardOptions: [], campaigns: [] }
  const { problems } = await takePictures({ tenant: config, listing }, (name) =>
    findTenantPicture(tx, config.code, name),
  )
  return problems.map((problem) => problem.split(':', 1)[0]!)
}

/** Nothing to take a reward as, or a voucher without codes. */
function missingVouchers({ rewardOptions }: Listing, pools: readonly Pool[]): string[] {
  if (rewardOptions.length === 0) return ['rewardOptions']
  return rewardOptions
    .filter(
      ({ kind, id, voucher }) =>
        kind === 'voucher' &&
        !voucher?.order &&
        !pools.some(({ option, free }) => option === id && free > 0),
    )
    .map(({ id }) => id)
}

/** Ids of rows that say the same in both, but for their pictures. */
function sameRows<T extends { id: string; title: unknown; picture: string }>(
  own: readonly T[],
  theirs: readonly T[],
): string[] {
  const words = (row: T) => ({ ...row, picture: null, previewPicture: null })
  return own.flatMap((row) => {
    const other = theirs.find(({ id }) => id === row.id)
    return other && isDeepStrictEqual(words(row), words(other)) ? [row.id] : []
  })
}
