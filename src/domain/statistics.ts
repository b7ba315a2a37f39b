import { BERLIN } from './dates.ts'

// An agency's statistics (docs/glossary.md, Statistics). Each figure counts by its own day: what happened in the period, not what
// became of those who began in it.

export const statisticsSteps = [
  'invited',
  'registered',
  'referrals',
  'accepted',
  'orders',
  'rewards',
] as const
export type StatisticsStep = (typeof statisticsSteps)[number]

export const noFigures = {
  invited: 0,
  registered: 0,
  referrals: 0,
  accepted: 0,
  orders: 0, // confirmed or released by now
  releasedOrders: 0, // of those
  cancelledOrders: 0, // beside those, by the provider
  refusedOrders: 0, // beside those, by the agency or a reviewer
  rewards: 0, // released, whatever became of them
  rewardCents: 0,
  endedRewards: 0, // of those: cancelled, expired or claimed back by now
  endedCents: 0,
}
export type Figures = typeof noFigures
export type Figure = keyof Figures

/** A step's count without orders and rewards that came to nothing. */
export const countOfStep = (figures: Figures, step: StatisticsStep): number =>
  step === 'rewards' ? figures.rewards - figures.endedRewards : figures[step]

/** Local days, both included. */
export type StatisticsPeriod = { from: Temporal.PlainDate; to: Temporal.PlainDate }
export type PeriodProblem = 'backwards' | 'future' | 'long' | 'early'

const mostMonths = 120
const firstYear = 2000

/** The requested period; by default the current month and the eleven before it. A future last day becomes today. */
export function readPeriod(
  asked: { from?: string | undefined; to?: string | undefined },
  today: Temporal.PlainDate,
): StatisticsPeriod | { problem: PeriodProblem } {
  const last = asked.to ? Temporal.PlainDate.from(asked.to) : today
  const to = Temporal.PlainDate.compare(last, today) > 0 ? today : last
  const from = asked.from
    ? Temporal.PlainDate.from(asked.from)
    : to.with({ day: 1 }).subtract({ months: 11 })
  if (from.year < firstYear) return { problem: 'early' }
  if (Temporal.PlainDate.compare(from, today) > 0) return { problem: 'future' }
  if (Temporal.PlainDate.compare(from, to) > 0) return { problem: 'backwards' }
  if (monthsOf({ from, to }).length > mostMonths) return { problem: 'long' }
  return { from, to }
}

/** Every month touched by the period, `yyyy-mm`, ascending. */
export function monthsOf({ from, to }: StatisticsPeriod): string[] {
  const first = from.toPlainYearMonth()
  const count = first.until(to.toPlainYearMonth(), { largestUnit: 'months' }).months
  return Array.from({ length: count + 1 }, (_, index) => first.add({ months: index }).toString())
}

/** Start of the first day and end of the last. */
export function instantsOf({ from, to }: StatisticsPeriod): {
  start: Temporal.Instant
  end: Temporal.Instant
} {
  return {
    start: from.toZonedDateTime(BERLIN).toInstant(),
    end: to.add({ days: 1 }).toZonedDateTime(BERLIN).toInstant(),
  }
}

/** Count of one figure by month, employee and channel. */
export type Counted = {
  figure: Figure
  month: string
  userId: string | null // null: of the agency itself
  channel: string | null // null: what has none
  count: number
}

/** Sums of what was counted, by a key. */
export function sumBy<K>(counted: readonly Counted[], keyOf: (one: Counted) => K): Map<K, Figures> {
  const sums = new Map<K, Figures>()
  for (const one of counted) {
    const key = keyOf(one)
    const figures = sums.get(key) ?? { ...noFigures }
    figures[one.figure] += one.count
    sums.set(key, figures)
  }
  return sums
}
