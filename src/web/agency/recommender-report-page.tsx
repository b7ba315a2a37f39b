import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { callApi } from '../api.ts'
import { pageOf } from '../page-context.tsx'
import { PageLink } from '../page-link.tsx'
import type { Meta, MetaArgs } from '../page-module.ts'
import { useTexts } from '../texts.ts'
import { AgencyFrame } from './agency-frame.tsx'
import { loadChoices } from './load-report.ts'
import { bodyOf, readReport, type Column } from './read-report.ts'
import { ReportSection } from './report-section.tsx'
import type { Cell } from './report-table.tsx'

const lists = ['empfehler', 'empfehlungen', 'leads'] as const
type List = (typeof lists)[number]

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

export async function loader({ context, request }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const { searchParams } = new URL(request.url)
  const list = lists.find((name) => name === searchParams.get('liste')) ?? 'empfehler'
  const query = readReport(searchParams, columns[list])
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

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('agency')('nav.recommenders'), robots: 'noindex' }
}

export function Component() {
  const { list, query, report, choices } = useLoaderData<typeof loader>()
  const t = useTexts('agencyReports')
  const title = useTexts('agency')('nav.recommenders')
  return (
    <AgencyFrame title={title} intro={t(`intro.${list}`)}>
      <nav aria-label={t('lists')} className="flex flex-wrap gap-x-1 border-b-2 border-hairline">
        {lists.map((name) => (
          <PageLink
            key={name}
            page="AgencyRecommenderReport"
            values={name === 'empfehler' ? {} : { liste: name }}
            aria-current={name === list ? 'page' : undefined}
            className="-mb-0.5 inline-flex min-h-11 items-center border-b-4 border-transparent px-3 font-semibold hover:border-primary aria-[current]:border-primary aria-[current]:text-primary"
          >
            {t(`title.${name}`)}
          </PageLink>
        ))}
      </nav>
      <ReportSection
        page="AgencyRecommenderReport"
        name={list}
        asTab={list !== 'empfehler'}
        statuses={statuses[list]}
        cells={cells[list]}
        query={query}
        report={report}
        choices={choices}
      />
    </AgencyFrame>
  )
}
