import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { useNavigation } from 'react-router'
import type { ReactNode } from 'react'
import type { PageName } from '../../contract/pages.ts'
import { usePage } from '../page-context.tsx'
import { PageLink } from '../page-link.tsx'
import { useTexts, type TextKey } from '../texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { formatDate } from '../ui/format-date.ts'
import { Money } from '../ui/money.tsx'
import { reportValues, startsDescending, type Column, type ReportQuery } from './read-report.ts'

export type ReportRow = {
  id: string
  number: string | null
  day: string
  status: string
  referrer: string | null
  contact: string | null
  beneficiary: 'Empfehler' | 'Empfaenger' | null
  product: string | null
  employee: string | null
  cents: number | null
  counts: boolean
  isReleasable: boolean
  expectedCents: number | null
  feeCents: number | null
  refusal: string | null
  decision: { action: 'freigeben' | 'ablehnen'; until: string } | null
}

export type ReportPage = {
  rows: ReportRow[]
  hasNext: boolean
  pageCount: number
  totalCount: number
  sums?: { cents: number } | undefined
}

/** A column of a list: what it is called, what sorts by it, and what a row shows in it. */
export type Cell = {
  name: TextKey<'agencyReports'>
  sort?: Column
  withNumber?: boolean // of an order, below its day
  of: 'number' | 'day' | 'status' | 'referrer' | 'contact' | 'product' | 'employee' | 'cents'
}

// What can be done with a row has a line of its own on its card, and none where nothing can be done.
const cornerClass = (content: ReactNode) =>
  `${content ? 'block md:col-span-2' : 'hidden'} @[56rem]:table-cell`

/** A list of the agency area: a table on desks, a card for each row on phones. `choose` and `act` stand before and after a row. */
export function ReportTable({
  page,
  kept,
  title,
  cells,
  query,
  report,
  choose,
  act,
}: {
  page: PageName
  kept: Record<string, string>
  title: string
  cells: readonly Cell[]
  query: ReportQuery
  report: ReportPage
  choose?: (row: ReportRow) => ReactNode
  act?: (row: ReportRow) => ReactNode
}) {
  const t = useTexts('agencyReports')
  const busy = useNavigation().state === 'loading'
  const values = (change: Partial<ReportQuery>) => ({
    ...reportValues({ ...query, ...change }),
    ...kept,
  })
  return (
    <div aria-busy={busy} className={`@container ${busy ? 'opacity-60 transition-opacity' : ''}`}>
      <table className="block w-full overflow-hidden rounded-card border border-hairline bg-surface text-left text-base @[56rem]:table">
        <caption className="sr-only">{title}</caption>
        <thead className="block border-b border-hairline bg-tint @[56rem]:table-header-group">
          <tr className="flex flex-wrap gap-x-4 px-4 @[56rem]:table-row @[56rem]:px-0">
            {choose ? (
              <th scope="col" className="sr-only @[56rem]:not-sr-only @[56rem]:w-12">
                <span className="sr-only">{t('column.choose')}</span>
              </th>
            ) : null}
            {cells.map((cell) => (
              <Head key={cell.of} cell={cell} page={page} query={query} values={values} />
            ))}
            {act ? (
              <th scope="col" className="sr-only @[56rem]:not-sr-only">
                <span className="sr-only">{t('column.act')}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody className="block @[56rem]:table-row-group">
          {report.rows.map((row) => (
            <tr
              key={row.id}
              className="block border-b border-hairline p-4 last:border-b-0 md:grid md:grid-cols-2 md:gap-x-6 @[56rem]:table-row @[56rem]:p-0"
            >
              {choose ? (
                <td className={`${cornerClass(choose(row))} @[56rem]:pl-2`}>{choose(row)}</td>
              ) : null}
              {cells.map((cell) => (
                <td
                  key={cell.of}
                  className={`grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-3 py-0.5 @[56rem]:table-cell @[56rem]:px-2 @[56rem]:py-2.5 @[56rem]:align-middle ${
                    cell.of === 'cents' ? '@[56rem]:text-right' : ''
                  }`}
                >
                  <span aria-hidden="true" className="text-muted @[56rem]:hidden">
                    {t(cell.name)}
                  </span>
                  <Value cell={cell} row={row} />
                </td>
              ))}
              {act ? (
                <td
                  className={`${cornerClass(act(row))} @[56rem]:py-1 @[56rem]:pr-3 @[56rem]:text-right`}
                >
                  {act(row)}
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
      <Pages page={page} query={query} report={report} values={values} />
    </div>
  )
}

type Values = (change: Partial<ReportQuery>) => Record<string, string>

function Head({
  cell: { name, sort, of },
  page,
  query,
  values,
}: {
  cell: Cell
  page: PageName
  query: ReportQuery
  values: Values
}) {
  const t = useTexts('agencyReports')
  const align = of === 'cents' ? '@[56rem]:text-right' : ''
  if (!sort)
    return (
      <th scope="col" className={`hidden px-2 py-2 font-bold @[56rem]:table-cell ${align}`}>
        {t(name)}
      </th>
    )
  const isSorted = query.orderBy === sort
  const descending = isSorted ? !query.descending : startsDescending(sort)
  const Arrow = !isSorted ? ArrowUpDown : query.descending ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (query.descending ? 'descending' : 'ascending') : 'none'}
      className={`font-bold @[56rem]:px-2 ${align}`}
    >
      <PageLink
        page={page}
        values={values({ orderBy: sort, descending, page: 1 })}
        preventScrollReset
        className="inline-flex min-h-11 items-center gap-1.5 underline-offset-4 hover:underline"
      >
        {t(name)}
        <Arrow
          aria-hidden="true"
          className={`size-4 shrink-0 ${isSorted ? 'text-primary' : 'text-muted'}`}
        />
      </PageLink>
    </th>
  )
}

const good = new Set(['Freigegeben', 'Gezahlt', 'Ausgezahlt', 'Bestaetigt', 'Aktiv', 'Ok'])
const over = new Set(['Storniert', 'Abgelaufen', 'Zurueckgezogen', 'Zurueckgefordert'])

function Value({ cell, row }: { cell: Cell; row: ReportRow }) {
  const { locale } = usePage()
  const t = useTexts('agencyReports')
  const number = row.number ?? row.id
  switch (cell.of) {
    case 'day':
      return (
        <span className="contents tabular-nums @[56rem]:inline">
          <span className="whitespace-nowrap">{formatDate(row.day, locale)}</span>
          {cell.withNumber ? (
            <span
              className={`col-span-full block text-muted ${number.length > 24 ? 'wrap-anywhere' : 'whitespace-nowrap'}`}
            >
              {number}
            </span>
          ) : null}
        </span>
      )
    case 'status': {
      const tone = good.has(row.status)
        ? 'bg-success-tint text-success'
        : over.has(row.status)
          ? 'bg-background text-muted'
          : 'bg-tint text-primary'
      return (
        <span>
          <span className={`inline-block rounded-field px-2 py-0.5 font-semibold ${tone}`}>
            {row.refusal === null
              ? t(`status.${row.status}` as 'status.Offen')
              : t('status.refused')}
          </span>
          {row.refusal === null ? null : (
            <span className="mt-1 block text-muted wrap-anywhere">{row.refusal}</span>
          )}
          {row.decision ? (
            <span className="mt-1 block text-muted">{t(`decision.${row.decision.action}`)}</span>
          ) : null}
        </span>
      )
    }
    case 'cents':
      if (row.expectedCents !== null) return <Expected row={row} />
      return row.cents ? (
        <Money cents={row.cents} className={row.counts ? '' : 'text-muted line-through'} />
      ) : (
        <span className="text-muted">–</span>
      )
    case 'referrer':
      return (
        <span className="wrap-break-word">
          {row.referrer ?? <span className="text-muted">{t('nobody')}</span>}
          {row.beneficiary === 'Empfaenger' ? (
            <span className="block text-muted">{t('forContact')}</span>
          ) : null}
        </span>
      )
    case 'number':
      return <span className="wrap-break-word">{number}</span>
    case 'contact':
    case 'product':
    case 'employee':
      return (
        <span className="wrap-break-word">
          {row[cell.of] ?? <span className="text-muted">–</span>}
        </span>
      )
  }
}

/** Of an order that was not released: what it would earn, and what the agency would pay for that. */
function Expected({ row }: { row: ReportRow }) {
  const t = useTexts('agencyReports')
  return (
    <span>
      <span className="text-muted">{t('expected')}</span> <Money cents={row.expectedCents ?? 0} />
      {row.feeCents === null ? null : (
        <span className="block text-muted">
          {t('expectedFee')} <Money cents={row.feeCents} />
        </span>
      )}
    </span>
  )
}

function Pages({
  page,
  query,
  report,
  values,
}: {
  page: PageName
  query: ReportQuery
  report: ReportPage
  values: Values
}) {
  const t = useTexts('agencyReports')
  const { pageCount, hasNext } = report
  if (pageCount < 2) return null
  const here = Math.min(query.page, pageCount)
  const to = (target: number, label: string) => (
    <PageLink
      page={page}
      values={values({ page: target })}
      className={`${buttonClass('secondary')} w-full md:w-auto`}
    >
      {label}
    </PageLink>
  )
  return (
    <nav aria-label={t('pages.title')} className="mt-4 flex flex-wrap items-center gap-3">
      {here > 1 ? to(here - 1, t('pages.back')) : null}
      <p className="grow text-center md:grow-0">{t('pages.here', { page: here, of: pageCount })}</p>
      {hasNext ? to(here + 1, t('pages.next')) : null}
      {here > 2 ? to(1, t('pages.first')) : null}
    </nav>
  )
}
