import { exportStatistics as endpoint } from '../../contract/agentur-statistik.ts'
import { toCsvCell } from '../../domain/csv.ts'
import { countOfStep, statisticsSteps } from '../../domain/statistics.ts'
import { serve } from '../serve.ts'
import { readStatistics, type Statistics } from './read-statistics.ts'
import { statisticsWords, type StatisticsWords } from './statistics-words.ts'

type Cell = string | number | null

/** For spreadsheets in German-speaking countries: UTF-8 with BOM, semicolons, decimal comma. */
export const exportStatistics = serve(endpoint, async (call) => {
  const { table } = call.params
  const { language = call.locale, ...asked } = call.query
  const words = statisticsWords(language, call.tenant)
  const statistics = await readStatistics(call, asked, language)
  const rows = tables[table](statistics, words, (cents) => euros(cents, language))
  const text = rows.map((row) => row.map(toCsvCell).join(';')).join('\r\n')
  const name = `${words.file}-${words.tables[table]}-${statistics.from}-${statistics.to}.csv`
  call.reply
    .header('Cache-Control', 'no-store')
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .type('text/csv; charset=utf-8')
  await call.reply.send(`\ufeff${text}\r\n`)
  return undefined
})

type Euros = (cents: number) => string
type Table = (statistics: Statistics, words: StatisticsWords, euros: Euros) => Cell[][]

const tables: Record<keyof StatisticsWords['tables'], Table> = {
  trichter: ({ total }, { heads, steps }) => [
    [heads.step, heads.count],
    ...statisticsSteps.map((step) => [steps[step], countOfStep(total, step)]),
  ],
  monate: ({ months }, { heads }, money) => [
    [
      heads.month,
      heads.orders,
      heads.released,
      heads.cancelled,
      heads.refused,
      ...rewardHeads(heads),
    ],
    ...months.map((one) => [
      one.month,
      one.orders,
      one.releasedOrders,
      one.cancelledOrders,
      one.refusedOrders,
      ...rewardCells(one, money),
    ]),
  ],
  mitarbeiter: ({ employees }, { heads, steps, none }, money) => [
    [
      heads.number,
      heads.name,
      ...statisticsSteps.slice(0, 5).map((step) => steps[step]),
      heads.released,
      heads.cancelled,
      heads.refused,
      ...rewardHeads(heads),
    ],
    ...employees.map((one) => [
      one.number,
      one.name ?? none,
      ...statisticsSteps.slice(0, 5).map((step) => one[step]),
      one.releasedOrders,
      one.cancelledOrders,
      one.refusedOrders,
      ...rewardCells(one, money),
    ]),
  ],
  kanaele: ({ channels }, { heads, steps, channels: names }, money) => [
    [
      heads.channel,
      steps.accepted,
      heads.orders,
      heads.released,
      heads.cancelled,
      heads.refused,
      ...rewardHeads(heads),
    ],
    ...channels.map((one) => [
      names[one.channel] ?? one.channel,
      one.accepted,
      one.orders,
      one.releasedOrders,
      one.cancelledOrders,
      one.refusedOrders,
      ...rewardCells(one, money),
    ]),
  ],
}

const rewardHeads = (heads: StatisticsWords['heads']) => [
  heads.rewards,
  heads.euros,
  heads.ended,
  heads.endedEuros,
]

const rewardCells = (one: Statistics['total'], money: Euros) => [
  one.rewards,
  money(one.rewardCents),
  one.endedRewards,
  money(one.endedCents),
]

/** 1234,50 or 1234.50, without separators or currency, so that spreadsheets read a number. */
function euros(cents: number, language: 'de' | 'en'): string {
  const text = (cents / 100).toFixed(2)
  return language === 'de' ? text.replace('.', ',') : text
}
