import type { RewardEvent } from './ledger.ts'
import type { Cents } from './money.ts'

export const earningKinds = ['cash', 'voucher', 'set-off', 'returned', 'paid-back'] as const
export type EarningKind = (typeof earningKinds)[number]

/**
 * What a person received, and gave back, by the ledger: a voucher counts at its value, a set-off on its day, on both sides. What is
 * claimed back counts once it is given back, and what is waived never.
 */
const received: Partial<Record<RewardEvent, [EarningKind, 1 | -1]>> = {
  settled: ['cash', 1],
  returned: ['returned', -1],
  'collected-voucher-paid': ['voucher', 1],
  'set-off': ['set-off', 1],
  'set-off-undone': ['set-off', -1],
  'claim-repaid': ['paid-back', -1],
  'repayment-undone': ['paid-back', 1],
  'claim-recovered': ['paid-back', -1],
  'claim-set-off': ['paid-back', -1],
  'claim-again': ['paid-back', 1],
}
export const earningEvents = Object.keys(received) as RewardEvent[]

/** The same as rows, for a sum by the database. */
export const earningSigns = Object.entries(received).map(([event, [kind, sign]]) => ({
  event: event as RewardEvent,
  kind,
  sign,
}))

export type Earning = { on: string; kind: EarningKind; cents: Cents } // an ISO day, and signed cents
export type EarningYear = { year: number; cents: Cents; isNearLimit: boolean; entries: Earning[] }

/** From here a year says that there is a limit: section 22 no. 3 EStG, 256 euros. */
export const hintFromCents = 20_000

/** From here the limit is reached: what is less stays free of tax. */
export const limitCents = 25_600

/** By calendar year, the newest first. @param posted `cents` of the ledger, above zero */
export function earningsByYear(
  posted: readonly { event: RewardEvent; cents: Cents; on: string }[],
): EarningYear[] {
  const entries = posted.flatMap(({ event, cents, on }): Earning[] => {
    const found = received[event]
    return found ? [{ on, kind: found[0], cents: found[1] * cents }] : []
  })
  return [...Map.groupBy(entries, ({ on }) => Number(on.slice(0, 4)))]
    .toSorted(([a], [b]) => b - a)
    .map(([year, own]) => {
      const cents = own.reduce((sum, one) => sum + one.cents, 0)
      const sorted = own.toSorted((a, b) => b.on.localeCompare(a.on))
      return { year, cents, isNearLimit: cents >= hintFromCents, entries: sorted }
    })
}
