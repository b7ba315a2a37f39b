// From the visit to the money (domain.md section 3), summed by the way people came.

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

/** Which step is measured by which; the others have no step before them that they are a part of (an order may earn two rewards). */
export const rateBases = {
  accepted: 'clicks',
  confirmed: 'accepted',
  orders: 'confirmed',
  released: 'orders',
  paid: 'collected',
} as const satisfies Partial<Record<FunnelStep, FunnelStep>>
export type FunnelRate = keyof typeof rateBases

/** Rates are parts of 1; null where nothing could become anything. More than 1 where a step was reached by who came before the period. */
export type FunnelRow = {
  way: string // a channel's code or a campaign's name; '' for no campaign
  counts: FunnelCounts
  rates: Record<FunnelRate, number | null>
}
export type Funnel = { rows: FunnelRow[]; total: FunnelRow }

/** Puts counted steps together: the row with most visits and clicks first, then by name. */
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
