import { formatNumber } from './format-number.ts'
import type { ReactNode } from 'react'
import type { PageName } from '../../contract/pages.ts'
import { usePage } from '../page-context.tsx'
import { PageLink } from '../page-link.tsx'
import { useTexts, type TextKey } from '../texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Money } from '../ui/money.tsx'
import { reportValues, type ReportQuery } from './read-report.ts'
import { ReportFile } from './report-file.tsx'
import { ReportFilters, type FilterChoices } from './report-filters.tsx'
import { ReportTable, type Cell, type ReportPage, type ReportRow } from './report-table.tsx'

export type ReportList = 'auftraege' | 'empfehlungen' | 'leads' | 'empfehler' | 'praemien'

/** A list with everything around it: what narrows it down, how many rows there are and what they earned, the file, the rows. */
export function ReportSection({
  page,
  name,
  kept = {},
  statuses,
  cells,
  query,
  report,
  choices,
  choose,
  act,
  form = (rows) => rows,
}: {
  page: PageName
  name: ReportList
  kept?: Record<string, string> // what else stands in the address: which list or tab of the page it is
  statuses: readonly string[]
  cells: readonly Cell[]
  query: ReportQuery
  report: ReportPage
  choices: Omit<FilterChoices, 'status'>
  choose?: (row: ReportRow) => ReactNode
  act?: (row: ReportRow) => ReactNode
  form?: (rows: ReactNode) => ReactNode // around the rows
}) {
  const { locale } = usePage()
  const t = useTexts('agencyReports')
  const isFiltered = Object.keys(query.filter).length > 0
  const status = statuses.map((value) => ({ value, title: t(`status.${value}` as 'status.Offen') }))
  const title = t(`title.${name}` as TextKey<'agencyReports'>)
  return (
    <>
      <ReportFilters page={page} kept={kept} query={query} choices={{ ...choices, status }} />
      {report.totalCount === 0 ? (
        <div className="rounded-card border border-hairline bg-surface p-5 md:p-8">
          <p className="text-lg font-bold">{t(isFiltered ? 'none.filtered' : `none.${name}`)}</p>
          <p className="mt-1">{t(isFiltered ? 'none.filteredText' : `none.${name}Text`)}</p>
          {isFiltered ? (
            <PageLink
              page={page}
              values={kept}
              className={`${buttonClass('secondary')} mt-4 w-full md:w-auto`}
            >
              {t('filter.reset')}
            </PageLink>
          ) : null}
        </div>
      ) : (
        <>
          <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
            <output className="block text-lg">
              <strong>
                {t('count', {
                  count: report.totalCount,
                  number: formatNumber(report.totalCount, locale),
                })}
              </strong>
              {report.sums ? (
                <span className="block text-base text-muted">
                  {t('sum')} <Money cents={report.sums.cents} className="font-semibold text-text" />
                </span>
              ) : null}
            </output>
            <ReportFile list={name} query={query} total={report.totalCount} />
          </div>
          {report.rows.length === 0 ? (
            <div className="rounded-card border border-hairline bg-surface p-5">
              <p className="font-bold">{t('beyond')}</p>
              <PageLink
                page={page}
                values={{ ...reportValues({ ...query, page: 1 }), ...kept }}
                className={`${buttonClass('secondary')} mt-4`}
              >
                {t('pages.first')}
              </PageLink>
            </div>
          ) : (
            form(
              <ReportTable
                page={page}
                kept={kept}
                title={title}
                cells={cells}
                query={query}
                report={report}
                {...(choose ? { choose } : {})}
                {...(act ? { act } : {})}
              />,
            )
          )}
        </>
      )}
    </>
  )
}
