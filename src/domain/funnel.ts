// The conversion funnel (domain.md section 3), by attribution.

export const funnelSteps = [
  'visits',
  'referrals',
  'shared',
  'clicks',
  'accepted',
  'confirmed',
  'orders',
  'released',
  'collected',
  'paid',
] as const
export type FunnelStep = (typeof funnelSteps)[number]
export type FunnelCounts = Record<FunnelStep, number>

/** The base of each rate; other steps have none (an order may earn two rewards). */
export const rateBases = {
  accepted: 'clicks',
  confirmed: 'accepted',
  orders: 'confirmed',
  released: 'orders',
  paid: 'collected',
} as const satisfies Partial<Record<FunnelStep, FunnelStep>>
export type FunnelRate = keyof typeof rateBases

/** Rates are fractions; null if the base is zero, above 1 if people entered before the period. */
export type FunnelRow = {
  way: string // channel code or campaign name; '' for no campaign
  counts: FunnelCounts
  rates: Record<FunnelRate, number | null>
}
export type Funnel = { rows: FunnelRow[]; total: FunnelRow }

/** Rows by visits and clicks, then name. */
export function makeFunnel(
  counted: readonly { way: string; step: FunnelStep; count: number }[],
): Funnel {
  const byWay = new Map<string, FunnelCounts>()
  const total = none()
  for (const { way, step, count } of counted) {
    const counts = byWay.get(way) ?? none()
    counts[step] += count
    total[step] += count
    byWay.set(way, counts)
  }
  const rows = [...byWay].map(([way, counts]) => rowOf(way, counts))
  const weight = ({ counts }: FunnelRow) => counts.visits + counts.clicks
  rows.sort((a, b) => weight(b) - weight(a) || (a.way < b.way ? -1 : 1))
  return { rows, total: rowOf('', total) }
}

const none = () => Object.fromEntries(funnelSteps.map((step) => [step, 0])) as FunnelCounts

function rowOf(way: string, counts: FunnelCounts): FunnelRow {
  const rates = Object.entries(rateBases).map(([step, base]) => [
    step,
    counts[base] === 0 ? null : counts[step as FunnelStep] / counts[base],
  ])
  return { way, counts, rates: Object.fromEntries(rates) as FunnelRow['rates'] }
}
