import { formatCents } from '../../domain/money.ts'
import { countOfStep, statisticsSteps, type StatisticsStep } from '../../domain/statistics.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatMonth } from './format-month.ts'
import { Columns, FigureTable, Plot, Rows } from './plot.tsx'
import {
  columnsOf,
  formatCount,
  formatEuros,
  sizeOf,
  type Figures,
  type Statistics,
} from './statistics-figures.ts'

type Props = { statistics: Statistics }

/** Rewards in bars, as lists sum them: expired and cancelled ones are only in the tables. */
const standing = (one: Figures) => one.rewardCents - one.endedCents

/** Formatting of figures, and the file of each table. */
function useFigures({ from, to, employee }: Statistics) {
  const { locale, tenant } = usePage()
  const t = useTexts('agencyStatistics')
  const csv = (table: 'trichter' | 'monate' | 'mitarbeiter' | 'kanaele') => {
    const query = new URLSearchParams({ von: from, bis: to, sprache: locale })
    if (employee) query.set('mitarbeiter', employee)
    return `/api/v1/${tenant.code}/agentur-konto/statistik/${table}/csv?${query}`
  }
  const count = (value: number) => formatCount(value, locale)
  const money = (cents: number) => formatCents(cents, locale)
  const orderHeads = [t('orders'), t('released'), t('cancelled'), t('refused')]
  const orderCells = (one: Figures) =>
    [one.orders, one.releasedOrders, one.cancelledOrders, one.refusedOrders].map(count)
  const rewardHeads = [t('rewards'), t('rewardEuros'), t('ended'), t('endedEuros')]
  const rewardCells = (one: Figures) => [
    count(one.rewards),
    money(one.rewardCents),
    count(one.endedRewards),
    money(one.endedCents),
  ]
  return { locale, t, csv, count, money, orderHeads, orderCells, rewardHeads, rewardCells }
}

export function FunnelPlot({ statistics }: Props) {
  const { t, csv, count } = useFigures(statistics)
  const { total } = statistics
  const counted = (step: StatisticsStep) => countOfStep(total, step)
  const most = Math.max(...statisticsSteps.map(counted))
  const title = t('funnel.title')
  return (
    <Plot
      title={title}
      text={t('funnel.text')}
      empty={null}
      csv={csv('trichter')}
      table={
        <FigureTable
          title={title}
          heads={[t('step'), t('count')]}
          rows={statisticsSteps.map((step) => ({
            key: step,
            cells: [t(`steps.${step}`), count(counted(step))],
          }))}
        />
      }
    >
      <Rows
        label={title}
        measures={[{ name: t('count'), pattern: 'solid' }]}
        rows={statisticsSteps.map((step) => ({
          key: step,
          label: t(`steps.${step}`),
          values: [{ text: count(counted(step)), size: sizeOf(counted(step), most) }],
        }))}
      />
    </Plot>
  )
}

function Time({ time, withYear }: { time: string; withYear: boolean }) {
  const t = useTexts('agencyStatistics')
  const [year = '', month] = time.split('-')
  if (!month) return <>{year}</>
  return (
    <>
      {t(`month.${month}` as 'month.01')}{' '}
      <span className={`text-muted md:block ${withYear ? '' : 'md:invisible'}`}>{year}</span>
    </>
  )
}

/** The year is below the first column and each January. */
const label = ({ time }: { time: string }, index: number) => (
  <Time time={time} withYear={index === 0 || time.endsWith('-01')} />
)

export function OrdersByMonth({ statistics }: Props) {
  const { locale, t, csv, count, orderHeads, orderCells } = useFigures(statistics)
  const columns = columnsOf(statistics.months)
  const most = Math.max(...columns.map(({ orders }) => orders))
  const { orders, releasedOrders, cancelledOrders, refusedOrders } = statistics.total
  const title = t('months.orders')
  return (
    <Plot
      title={title}
      text={t('months.ordersText')}
      legend={[
        { pattern: 'solid', text: t('legend.released', { number: count(releasedOrders) }) },
        {
          pattern: 'stripes',
          text: t('legend.waiting', { number: count(orders - releasedOrders) }),
        },
      ]}
      empty={orders + cancelledOrders + refusedOrders === 0 ? t('months.noOrders') : null}
      csv={csv('monate')}
      table={
        <FigureTable
          title={title}
          heads={[t('month'), ...orderHeads]}
          rows={statistics.months.map((one) => ({
            key: one.month,
            cells: [formatMonth(one.month, locale), ...orderCells(one)],
          }))}
          total={[t('sum'), ...orderCells(statistics.total)]}
        />
      }
    >
      <Columns
        label={title}
        columns={columns.map((one, index) => ({
          key: one.time,
          label: label(one, index),
          value: count(one.orders),
          detail: t('months.ordersSaid', {
            released: count(one.releasedOrders),
            waiting: count(one.orders - one.releasedOrders),
          }),
          parts: [
            { pattern: 'solid', size: sizeOf(one.releasedOrders, most) },
            { pattern: 'stripes', size: sizeOf(one.orders - one.releasedOrders, most) },
          ],
        }))}
      />
    </Plot>
  )
}

export function RewardsByMonth({ statistics }: Props) {
  const { locale, t, csv, count, money, rewardHeads, rewardCells } = useFigures(statistics)
  const columns = columnsOf(statistics.months)
  const most = Math.max(...columns.map(standing))
  const { rewards, rewardCents, endedRewards, endedCents } = statistics.total
  const title = t('months.rewards')
  const said = t('months.rewardsText', {
    rewards: t('rewardsCounted', {
      count: rewards - endedRewards,
      number: count(rewards - endedRewards),
    }),
    euros: money(rewardCents - endedCents),
  })
  const lost = t('months.endedText', { number: count(endedRewards), euros: money(endedCents) })
  return (
    <Plot
      title={title}
      text={endedRewards > 0 ? `${said} ${lost}` : said}
      empty={rewards === 0 ? t('months.noRewards') : null}
      csv={csv('monate')}
      table={
        <FigureTable
          title={title}
          heads={[t('month'), ...rewardHeads]}
          rows={statistics.months.map((one) => ({
            key: one.month,
            cells: [formatMonth(one.month, locale), ...rewardCells(one)],
          }))}
          total={[t('sum'), ...rewardCells(statistics.total)]}
        />
      }
    >
      <Columns
        label={title}
        columns={columns.map((one, index) => ({
          key: one.time,
          label: label(one, index),
          value: formatEuros(standing(one), locale),
          parts: [{ pattern: 'dots', size: sizeOf(standing(one), most) }],
        }))}
      />
    </Plot>
  )
}

function Compared({
  statistics,
  title,
  text,
  head,
  table,
  rows,
}: Props & {
  title: string
  text: string
  head: string
  table: 'mitarbeiter' | 'kanaele'
  rows: { key: string; label: string; note?: string; figures: Figures }[]
}) {
  const { locale, t, csv, count, orderHeads, orderCells, rewardHeads, rewardCells } =
    useFigures(statistics)
  const mostOrders = Math.max(...rows.map(({ figures }) => figures.orders))
  const mostCents = Math.max(...rows.map(({ figures }) => standing(figures)))
  const steps = (
    table === 'kanaele' ? ['accepted'] : ['invited', 'registered', 'referrals', 'accepted']
  ) as ('invited' | 'registered' | 'referrals' | 'accepted')[]
  const cells = (figures: Figures) => [
    ...steps.map((step) => count(figures[step])),
    ...orderCells(figures),
    ...rewardCells(figures),
  ]
  return (
    <Plot
      title={title}
      text={text}
      empty={rows.length === 0 ? t('channels.none') : null}
      csv={csv(table)}
      table={
        <FigureTable
          title={title}
          heads={[head, ...steps.map((step) => t(`steps.${step}`)), ...orderHeads, ...rewardHeads]}
          rows={rows.map(({ key, label: name, figures }) => ({
            key,
            cells: [name, ...cells(figures)],
          }))}
        />
      }
    >
      <Rows
        label={title}
        measures={[
          { name: t('orders'), pattern: 'solid' },
          { name: t('rewardEuros'), pattern: 'dots' },
        ]}
        rows={rows.map(({ key, label: name, note, figures }) => ({
          key,
          label: name,
          note,
          values: [
            { text: count(figures.orders), size: sizeOf(figures.orders, mostOrders) },
            {
              text: formatEuros(standing(figures), locale),
              size: sizeOf(standing(figures), mostCents),
            },
          ],
        }))}
      />
    </Plot>
  )
}

export function ByEmployee({ statistics }: Props) {
  const t = useTexts('agencyStatistics')
  return (
    <Compared
      statistics={statistics}
      title={t('employees.title')}
      text={t('employees.text')}
      head={t('employees.head')}
      table="mitarbeiter"
      rows={statistics.employees.map(({ id, name, number, hasLeft, ...figures }) => ({
        key: id ?? 'none',
        label: name ?? t('employees.none'),
        ...(number ? { note: hasLeft ? t('employees.left', { number }) : number } : {}),
        figures,
      }))}
    />
  )
}

export function ByChannel({ statistics }: Props) {
  const t = useTexts('agencyStatistics')
  return (
    <Compared
      statistics={statistics}
      title={t('channels.title')}
      text={t('channels.text')}
      head={t('channels.head')}
      table="kanaele"
      rows={statistics.channels.map(({ channel, ...figures }) => ({
        key: channel,
        label: t(`channel.${channel}` as 'channel.xx'),
        figures,
      }))}
    />
  )
}
