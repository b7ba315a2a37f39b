import { toCsvCell } from '../../domain/csv.ts'
import { funnelSteps, rateBases, type FunnelRate, type FunnelRow } from '../../domain/funnel.ts'
import { showFunnel } from '../../server/operator/show-funnel.ts'
import { command, UsageError } from '../command.ts'
import { table } from '../table.ts'

export const statsFunnel = command({
  group: 'stats',
  name: 'funnel',
  args: [],
  summary: 'Show how many came, recommended, clicked, accepted, ordered and were paid, by channel',
  details: [
    'Each step is counted in the period in which it was taken; days are those of Germany, both included.',
    'Visits are counted without cookies: pages that somebody came to from elsewhere.',
    `Rates: ${Object.entries(rateBases)
      .map(([step, base]) => `${step} of ${base}`)
      .join(', ')}.`,
    'Channel xx stands for none or an unknown one.',
    '',
    '  npm run cli -- stats funnel --tenant telko --from 2026-11-01 --by campaign --csv',
  ],
  tenant: 'required',
  needs: ['read', 'figures'],
  options: {
    from: { value: 'DAY', text: 'the first day, as 2026-11-01' },
    to: { value: 'DAY', text: 'the last day' },
    by: { value: 'WAY', text: 'channel (as without it) or campaign' },
    csv: { text: 'print a CSV file' },
  },
  async run({ tenant, values, deps }) {
    const by = values.by ?? 'channel'
    if (by !== 'channel' && by !== 'campaign')
      throw new UsageError('--by takes channel or campaign')
    const [from, to] = [dayOf('--from', values.from), dayOf('--to', values.to)]
    if (from && to && Temporal.PlainDate.compare(from, to) > 0)
      throw new UsageError('--from is after --to')
    const funnel = await showFunnel(deps, tenant, { by, from, to })
    const columns = [by, ...funnelSteps, ...rates.map((rate) => `${rate} %`)]
    const rows = [
      ...funnel.rows.map((row) => [row.way || '(none)', ...figuresOf(row)]),
      ['total', ...figuresOf(funnel.total)],
    ]
    const csv = () => [columns, ...rows].map((row) => row.map(toCsvCell).join(';')).join('\r\n')
    return {
      data: { by, from: values.from ?? null, to: values.to ?? null, ...funnel },
      text: values.csv ? csv() : table(columns, funnel.rows.length > 0 ? rows : [], empty),
    }
  },
})

const empty = 'Nothing was counted in that time.'
const rates = Object.keys(rateBases) as FunnelRate[]

/** Whole percentages; empty without a base. */
const figuresOf = ({ counts, rates: parts }: FunnelRow) => [
  ...funnelSteps.map((step) => counts[step]),
  ...rates.map((rate) => {
    const part = parts[rate]
    return part === null ? null : Math.round(part * 100)
  }),
]

function dayOf(option: string, text: string | undefined): Temporal.PlainDate | null {
  if (text === undefined) return null
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) throw new UsageError(`${option} takes a day as 2026-11-01`)
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' })
  } catch {
    throw new UsageError(`${option} takes a day that exists`)
  }
}
