// Which sellers stand out from a tenant's others, over the same months. Nobody is called an outlier on few contracts, or beside few others.

export const measures = ['release', 'cancellation', 'iban'] as const
export type Measure = (typeof measures)[number]

/** `part` of `whole`: released or cancelled contracts of all, people who share an IBAN with somebody of all who gave one. */
export type Share = { part: number; whole: number }

/** As few contracts or IBANs as a share may be taken of; and as few other sellers as a median may be taken of. */
export const leastWhole: Record<Measure, number> = { release: 20, cancellation: 20, iban: 10 }
export const leastOthers = 5

/** How far from the median is far, in parts of a hundred; above it also that many times as much. */
const far: Record<Measure, { points: number; times: number; below: boolean }> = {
  release: { points: 25, times: 1, below: true },
  cancellation: { points: 15, times: 2, below: false },
  iban: { points: 10, times: 2, below: false },
}

/** Whether a share is taken of enough to be compared. */
export const isComparable = (measure: Measure, { whole }: Share): boolean =>
  whole >= leastWhole[measure]

/** In parts of ten thousand, so that sums and comparisons stay whole. */
export const rateOf = ({ part, whole }: Share): number =>
  whole === 0 ? 0 : Math.round((part * 10_000) / whole)

/** The median of those that may be compared; null: too few. */
export function medianOf(measure: Measure, shares: readonly Share[]): number | null {
  const rates = shares
    .filter((share) => isComparable(measure, share))
    .map(rateOf)
    .toSorted((one, other) => one - other)
  // Whoever is compared is not one of the others.
  if (rates.length <= leastOthers) return null
  const middle = rates.length / 2
  return rates.length % 2 === 1
    ? rates[Math.floor(middle)]!
    : Math.round((rates[middle - 1]! + rates[middle]!) / 2)
}

/** Many or few: how a share stands to its tenant's median; null: as others do, or not to be said. */
export function standsOut(
  measure: Measure,
  share: Share,
  median: number | null,
): 'high' | 'low' | null {
  if (median === null || !isComparable(measure, share)) return null
  const rate = rateOf(share)
  const { points, times, below } = far[measure]
  if (rate - median >= points * 100 && rate >= median * times) return 'high'
  return below && median - rate >= points * 100 ? 'low' : null
}

/** A partner has one account: that others have it, too, needs no comparison. */
export const accountStandsOut = (others: number): 'high' | null => (others > 0 ? 'high' : null)

/** First and last day of the comparison: this month and the five before it. */
export function comparedDays(today: Temporal.PlainDate): {
  from: Temporal.PlainDate
  to: Temporal.PlainDate
} {
  return { from: today.with({ day: 1 }).subtract({ months: 5 }), to: today }
}
