import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { ReportName } from '../../contract/agentur-berichte.ts'
import type { PageName } from '../../contract/pages.ts'
import { reportStates, stateWord } from '../../contract/state-words.ts'
import { valuesIn } from '../runtime/href.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts, type TextKey } from '../runtime/texts.ts'
import { formatDay } from '../ui/table/format-day.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import type { TableQuery } from '../ui/table/table-address.ts'
import type { Choice, TableFilter, TableSelection } from '../ui/table/table-types.ts'
import { recordTarget, type AgencyRecord } from './load-record.ts'
import { reportSpec } from './read-report.ts'
import {
  emptiedReport,
  nameOfRow,
  reportColumnsOf,
  sortsOf,
  type ReportPage,
  type ReportRow,
} from './report-columns.tsx'
import { ReportFile } from './report-file.tsx'

export type ReportChoices = { products: Choice[]; employees: Choice[] }

/** One list of the agency: columns, filters, sum, and the whole as a file. */
export function ReportSection({
  page,
  name,
  kept = {},
  query,
  report,
  sum,
  choices,
  selection = null,
  record,
}: {
  page: PageName
  name: ReportName
  kept?: Record<string, string> // other address parameters: which list of the page it is
  query: TableQuery
  report: ReportPage
  sum?: { label: string; cents: number } | null // if not the list's own
  choices: ReportChoices
  selection?: TableSelection<ReportRow> | null
  record: AgencyRecord | null
}) {
  const { locale } = usePage()
  const t = useTexts('agencyReports')
  const columns = useMemo(() => reportColumnsOf(name, { t, locale }), [name, t, locale])
  const filters = useReportFilters(name, choices)
  const [search] = useSearchParams()
  return (
    <DataTable
      title={t(`title.${name}` as TextKey<'agencyReports'>)}
      page={page}
      kept={kept}
      spec={reportSpec(sortsOf[name])}
      query={query}
      columns={columns}
      rows={report.rows}
      total={report.totalCount}
      pageCount={report.pageCount}
      sum={sum === undefined ? report.sums && { label: t('sum'), cents: report.sums.cents } : sum}
      idOf={(row) => row.id}
      nameOf={(row) =>
        // An order may have two rewards.
        name === 'praemien' && row.beneficiary
          ? `${nameOfRow(name, row)}, ${t(`record.for.${row.beneficiary}`)}`
          : nameOfRow(name, row)
      }
      link={(row) => recordTarget(name, row.id)}
      emptied={emptiedReport}
      record={
        record && {
          id: record.row.id,
          close: { page, values: valuesIn(search) },
        }
      }
      searchHint={t('searchHint')}
      filters={filters}
      none={{
        title: t(`none.${name}` as TextKey<'agencyReports'>),
        text: t(`none.${name}Text` as TextKey<'agencyReports'>),
      }}
      tools={<ReportFile list={name} query={query} total={report.totalCount} />}
      selection={selection}
    />
  )
}

function useReportFilters(name: ReportName, { products, employees }: ReportChoices): TableFilter[] {
  const { locale } = usePage()
  const t = useTexts('agencyReports')
  const status = reportStates[name].map((value) => ({ value, title: stateWord(value, locale) }))
  const choice = (filter: string, title: string, choices: readonly Choice[]): TableFilter[] =>
    choices.length > 0 ? [{ kind: 'choice', name: filter, title, choices }] : []
  const day = (filter: 'from' | 'to', title: string): TableFilter => ({
    kind: 'day',
    name: filter === 'from' ? 'von' : 'bis',
    title,
    chip: (iso) => `${title} ${formatDay(iso, locale)}`,
  })
  return [
    ...choice('status', t('filter.status'), status),
    ...choice('produkt', t('filter.product'), name === 'empfehler' ? [] : products),
    ...choice('mitarbeiter', t('filter.employee'), employees),
    day('from', t('filter.from')),
    day('to', t('filter.to')),
  ]
}
