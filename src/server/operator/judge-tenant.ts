import { isDeepStrictEqual } from 'node:util'
import { judgeRemoval } from '../billing/judge-removal.ts'
import { findListing } from '../catalogue/listing-store.ts'
import type { Listing } from '../catalogue/listing.ts'
import { judgeTenantChange } from '../content/judge-tenant-change.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import type { StoredTenant } from '../tenant/read-tenant.ts'
import { listChanges, type SettingChange } from '../tenant/setting-changes.ts'
import { hostsOf } from '../tenant/tenant-origin.ts'

// What the command line and the console ask of a tenant's settings before they are written.

/** Why a tenant may not have its hosts, or null. @param others the other tenants */
export function judgeHosts(
  deps: Pick<Deps, 'publicOrigin' | 'tenants'>,
  given: StoredTenant,
  others: readonly StoredTenant[],
): { host: string; owner: string | null } | null {
  const hosts = hostsOf(deps.publicOrigin, given)
  for (const other of others) {
    const host = hostsOf(deps.publicOrigin, other).find((one) => hosts.includes(one))
    if (host !== undefined) return { host, owner: other.code }
  }
  const host = hosts.find((one) => deps.tenants.isConsole(one))
  return host === undefined ? null : { host, owner: null } // the console's
}

/** What a file changes; entries missing in its lists stay. */
export function changesOf(
  before: { settings: StoredTenant; listing: Listing },
  next: StoredTenant,
  listing: Listing,
): SettingChange[] {
  const known = <T extends { id: string }>(rows: T[], kept: T[]) =>
    rows.filter(({ id }) => kept.some((row) => row.id === id))
  return listChanges(
    whole(before.settings, {
      products: known(before.listing.products, listing.products),
      rewardOptions: known(before.listing.rewardOptions, listing.rewardOptions),
      campaigns: known(before.listing.campaigns, listing.campaigns),
    }),
    whole(next, listing),
  )
}

const whole = (settings: StoredTenant, listing: Listing) => ({
  ...settings,
  accountsBlockedOn: settings.accountsBlockedOn ?? null,
  ...listing,
})

/** Why a public tenant may not change so, by field; empty: it may. */
export async function judgeChange(
  tx: Tx,
  stored: StoredTenant,
  next: StoredTenant,
  { campaigns }: Pick<Listing, 'campaigns'>,
): Promise<string[]> {
  const problems = await judgeTenantChange(tx, stored, next)
  const known = new Map(
    (await findListing(tx, stored.code)).campaigns.map((one) => [one.id, one] as const),
  )
  for (const { id, version, legalText, consent } of campaigns) {
    const old = known.get(id)
    const words = [old?.legalText, old?.consent]
    if (old?.version === version && !isDeepStrictEqual(words, [legalText, consent]))
      problems.push(`campaigns.${id}.version: other conditions or consent need another version`)
  }
  const owed =
    stored.salesPartners && !next.salesPartners ? await judgeRemoval(tx, stored.code) : null
  if (owed !== null) problems.push(owed)
  return problems
}
