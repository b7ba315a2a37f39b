import type { PageContext } from '../../contract/page-context.ts'
import type { PageName } from '../../contract/pages.ts'
import { callApi } from '../api.ts'
import { loadChoices } from './load-report.ts'
import { bodyOf, readReport, type Column } from './read-report.ts'
import { ReportSection } from './report-section.tsx'
import type { Cell } from './report-table.tsx'

export const recommenderLists = ['empfehler', 'empfehlungen', 'leads'] as const
type List = (typeof recommenderLists)[number]

const columns: Record<List, readonly Column[]> = {
  empfehler: ['Datum', 'Empfehler', 'Status', 'Mitarbeiter'],
  empfehlungen: ['Datum', 'Empfehler', 'Produkt', 'Status', 'Mitarbeiter'],
  leads: ['Datum', 'Empfehler', 'Produkt', 'Status', 'Mitarbeiter'],
}
const referrer: Cell = { name: 'column.referrer', sort: 'Empfehler', of: 'referrer' }
const product: Cell = { name: 'column.product', sort: 'Produkt', of: 'product' }
const rest: Cell[] = [
  { name: 'column.status', sort: 'Status', of: 'status' },
  { name: 'column.employee', sort: 'Mitarbeiter', of: 'employee' },
]
const cells: Record<List, readonly Cell[]> = {
  empfehler: [{ name: 'column.since', sort: 'Datum', of: 'day' }, referrer, ...rest],
  empfehlungen: [
    { name: 'column.createdOn', sort: 'Datum', of: 'day' },
    { name: 'column.referral', of: 'number' },
    referrer,
    product,
    ...rest,
  ],
  leads: [
    { name: 'column.acceptedOn', sort: 'Datum', of: 'day' },
    { name: 'column.contact', of: 'contact' },
    referrer,
    product,
    ...rest,
  ],
}
const statuses: Record<List, readonly string[]> = {
  empfehler: ['Neu', 'Aktiv'],
  empfehlungen: ['Offen', 'Ok', 'Freigegeben', 'Gezahlt', 'Abgelaufen', 'Storniert'],
  leads: ['Angenommen', 'Bestaetigt', 'Zurueckgezogen'],
}

export async function loadRecommenders(page: PageContext, request: Request, list: List) {
  const query = readReport(new URL(request.url).searchParams, columns[list])
  const all = { params: { agency: 'alle' }, body: bodyOf(query) }
  const [report, { products, employees }] = await Promise.all([
    list === 'empfehler'
      ? callApi(page, 'listAgencyReport', { params: { list }, body: bodyOf(query) })
      : list === 'leads'
        ? callApi(page, 'listAgencyLeads', all)
        : callApi(page, 'listAgencyReferrals', all),
    loadChoices(page),
  ])
  return {
    list,
    query,
    report,
    choices: { products: list === 'empfehler' ? [] : products, employees },
  }
}

/** Referrers, what they recommended, or who accepted: of a page of their own, or behind a tab. */
export function RecommenderList({
  page,
  kept,
  list: { list, query, report, choices },
}: {
  page: PageName
  kept?: Record<string, string>
  list: Awaited<ReturnType<typeof loadRecommenders>>
}) {
  return (
    <ReportSection
      page={page}
      {...(kept ? { kept } : {})}
      name={list}
      statuses={statuses[list]}
      cells={cells[list]}
      query={query}
      report={report}
      choices={choices}
    />
  )
}
