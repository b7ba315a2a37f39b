/** One line of the table: medians over the rounds of one run. */
export type Figure = {
  what: string
  ours: number
  unit: string
  baseline: { what: string; value: number } | null
  /** Median of the per-round ratios, which swings less than the ratio of two medians on a busy machine. */
  ratio: number | null
  aim: { of: 'ratio' | 'ours'; atLeast?: number; atMost?: number } | null
}

export const median = (values: number[]) => quantile(values, 0.5)

export function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * part
  const below = sorted[Math.floor(place)] ?? Number.NaN
  const above = sorted[Math.ceil(place)] ?? Number.NaN
  return below + (above - below) * (place - Math.floor(place))
}

export function isMet({ aim, ours, ratio }: Figure): boolean | null {
  if (!aim) return null
  const value = aim.of === 'ours' ? ours : ratio
  if (value === null || Number.isNaN(value)) return false
  return value >= (aim.atLeast ?? -Infinity) && value <= (aim.atMost ?? Infinity)
}

/** Alternating rounds of ours and its baseline, as one figure. */
export function compare(
  labels: { what: string; baseline: string; unit: string },
  rounds: { ours: number; baseline: number }[],
  aim: Figure['aim'] = null,
): Figure {
  return {
    what: labels.what,
    unit: labels.unit,
    ours: median(rounds.map((round) => round.ours)),
    baseline: { what: labels.baseline, value: median(rounds.map((round) => round.baseline)) },
    ratio: median(rounds.map((round) => round.ours / round.baseline)),
    aim,
  }
}

export const single = (
  what: string,
  ours: number,
  unit: string,
  aim: Figure['aim'] = null,
): Figure => ({
  what,
  ours,
  unit,
  baseline: null,
  ratio: null,
  aim,
})

export const head = ['figure', 'ours', 'baseline', 'ratio', 'aim', '']

export function rowOf(figure: Figure): string[] {
  const { what, ours, unit, baseline, ratio, aim } = figure
  const met = isMet(figure)
  return [
    baseline ? `${what}, against ${baseline.what}` : what,
    `${show(ours)} ${unit}`,
    baseline ? `${show(baseline.value)} ${unit}` : '',
    ratio === null ? '' : ratio.toFixed(2),
    aim ? showAim(aim, unit) : '',
    met === null ? '' : met ? 'met' : 'MISSED',
  ]
}

function showAim({ of, atLeast, atMost }: NonNullable<Figure['aim']>, unit: string): string {
  const suffix = of === 'ours' ? ` ${unit}` : ''
  return atLeast === undefined ? `<= ${atMost}${suffix}` : `>= ${atLeast}${suffix}`
}

const show = (value: number) =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
