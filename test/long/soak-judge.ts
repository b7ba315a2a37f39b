import { median, quantile } from '../../bench/figure.ts'

/** One figure over time; `at` in ms. */
export type Series = { at: number; value: number }[]

/**
 * What a figure may grow while it is measured. It grows without end if both say so: its slope, and the last third beside the first.
 * Caches fill and pools open, so a small rise is none.
 */
export type Allowed = { what: string; unit: string; growth: number }

export type Judged = {
  what: string
  unit: string
  first: number // median of the first third
  last: number
  slopePerHour: number
  problem: string | null
}

/** The median of the slopes between all pairs (Theil and Sen), per ms: some outliers change nothing. */
export function slopeOf(series: Series): number {
  const slopes: number[] = []
  for (const [index, one] of series.entries())
    for (const other of series.slice(index + 1))
      if (other.at > one.at) slopes.push((other.value - one.value) / (other.at - one.at))
  return slopes.length === 0 ? 0 : median(slopes)
}

export function judge(series: Series, { what, unit, growth }: Allowed): Judged {
  const third = Math.floor(series.length / 3)
  const values = series.map(({ value }) => value)
  const [first, last] = [median(values.slice(0, third)), median(values.slice(-third))]
  const slope = slopeOf(series)
  const took = (series.at(-1)?.at ?? 0) - (series[0]?.at ?? 0)
  const isEndless = slope * took > growth && last - first > growth / 2
  const problem =
    third < 3
      ? `${what}: only ${series.length} samples`
      : isEndless
        ? `${what} grows without end: ${first.toFixed(1)} to ${last.toFixed(1)} ${unit}, and ${growth} are allowed`
        : null
  return { what, unit, first, last, slopePerHour: slope * 3_600_000, problem }
}

const round = (value: number) => (Math.abs(value) < 10 ? value.toFixed(1) : value.toFixed(0))

export const figureRows = (judged: Judged[]): string[][] => [
  ['figure', 'first third', 'last third', 'slope per hour', ''],
  ...judged.map(({ what, unit, first, last, slopePerHour, problem }) => [
    what,
    `${round(first)} ${unit}`.trim(),
    `${round(last)} ${unit}`.trim(),
    `${slopePerHour >= 0 ? '+' : ''}${round(slopePerHour)}`,
    problem ? 'grows' : 'flat',
  ]),
]

/** Answers of each kind of request: how many of which status, and how long. */
export const answerRows = (
  kinds: ReadonlyMap<string, { statuses: ReadonlyMap<number, number>; took: number[] }>,
): string[][] => [
  ['requests', 'answers', 'median ms', 'p95 ms'],
  ...[...kinds].map(([kind, { statuses, took }]) => [
    kind,
    [...statuses].map(([status, count]) => `${count} × ${status}`).join(', '),
    round(quantile(took, 0.5)),
    round(quantile(took, 0.95)),
  ]),
]
