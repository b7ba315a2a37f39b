import {
  accountStandsOut,
  comparedDays,
  measures,
  medianOf,
  standsOut,
  type Measure,
  type Share,
} from '../../domain/outlier.ts'
import { sellerKinds, type SellerKind } from '../../domain/seller.ts'
import { runEveryStep } from '../base/run-every-step.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { partnerPlace } from '../sales-partner/partner-place.ts'
import {
  countAgencies,
  countPartners,
  lastCompared,
  listOwnersOfHashes,
  writeFigures,
  type Counted,
  type SellerFigures,
} from './seller-figure-store.ts'

/** Compares a tenant's sellers with each other, once a day. Two runs at once write the same. */
export async function compareSellers(deps: Deps, code: string): Promise<void> {
  // A day's comparison is no due work.
  if (deps.db.within) return
  const tenant = await deps.tenants.get(code)
  const kinds = sellerKinds.filter((kind) =>
    kind === 'agency' ? tenant.agencies : tenant.salesPartners !== null,
  )
  await runEveryStep(kinds.map((kind) => () => compareKind(deps, code, kind)))
}

async function compareKind(deps: Deps, code: string, kind: SellerKind): Promise<void> {
  const today = deps.clock.today()
  await withTenant(deps.db, code, async (tx) => {
    if ((await lastCompared(tx, code, kind)) === today.toString()) return
    const days = comparedDays(today)
    const counted =
      kind === 'agency'
        ? await countAgencies(tx, code, days)
        : await withAccounts(tx, deps, code, await countPartners(tx, code, days))
    const median = (measure: Measure) =>
      kind === 'sales-partner' && measure === 'iban'
        ? null
        : medianOf(
            measure,
            counted.map((one) => shareOf(measure, one)),
          )
    const [release, cancellation, iban] = measures.map(median) as [
      number | null,
      number | null,
      number | null,
    ]
    const medians = { release, cancellation, iban }
    const figures = counted.map((one): SellerFigures => ({
      ...one,
      release: standsOut('release', shareOf('release', one), medians.release),
      cancellation: standsOut('cancellation', shareOf('cancellation', one), medians.cancellation),
      iban:
        kind === 'agency'
          ? standsOut('iban', shareOf('iban', one), medians.iban)
          : accountStandsOut(one.shared),
    }))
    await writeFigures(tx, code, kind, figures, {
      first_day: days.from.toString(),
      last_day: days.to.toString(),
      ...medians,
    })
  })
}

export const shareOf = (measure: Measure, one: Omit<Counted, 'seller_id'>): Share => {
  if (measure === 'iban') return { part: one.shared, whole: one.ibans }
  return {
    part: measure === 'release' ? one.released : one.cancelled,
    whole: one.contracts,
  }
}

/** Partners with how many others, partners and people, have their IBAN. */
async function withAccounts(
  tx: Tx,
  { keys }: Pick<Deps, 'keys'>,
  tenant: string,
  partners: Awaited<ReturnType<typeof countPartners>>,
): Promise<Counted[]> {
  const opened = partners.map(({ sealed, email, ...counts }) => {
    const iban = keys.decrypt(sealed, partnerPlace(tenant, counts.seller_id))
    return { counts, email, iban, hashes: keys.lookups(iban) }
  })
  const byIban = Map.groupBy(opened, ({ iban }) => iban)
  const people = await listOwnersOfHashes(
    tx,
    tenant,
    opened.flatMap(({ hashes }) => hashes),
  )
  const byHash = Map.groupBy(people, ({ iban_hash }) => iban_hash)
  return opened.map(({ counts, email, iban, hashes }) => {
    const others = hashes
      .flatMap((hash) => byHash.get(hash) ?? [])
      .map((one) => one.email)
      .filter((one) => one !== email)
    const shared = byIban.get(iban)!.length - 1 + new Set(others).size
    return { ...counts, ibans: 1, shared }
  })
}
