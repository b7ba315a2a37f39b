import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { callApi } from '../api.ts'
import { pageOf } from '../page-context.tsx'
import type { Meta, MetaArgs } from '../page-module.ts'
import { useTexts } from '../texts.ts'
import { AgencyFrame } from './agency-frame.tsx'
import { loadChoices } from './load-report.ts'
import { bodyOf, columns, readReport } from './read-report.ts'
import { ReportSection } from './report-section.tsx'
import type { Cell } from './report-table.tsx'

const cells: readonly Cell[] = [
  { name: 'column.releasedOn', sort: 'Datum', of: 'day', withNumber: true },
  { name: 'column.referrer', sort: 'Empfehler', of: 'referrer' },
  { name: 'column.product', sort: 'Produkt', of: 'product' },
  { name: 'column.status', sort: 'Status', of: 'status' },
  { name: 'column.employee', sort: 'Mitarbeiter', of: 'employee' },
  { name: 'column.reward', sort: 'Wert', of: 'cents' },
]
const statuses = [
  'Offen',
  'Bereitgestellt',
  'Abgeholt',
  'Ausgezahlt',
  'Storniert',
  'Abgelaufen',
  'Zurueckgefordert',
]

export async function loader({ context, request }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const query = readReport(new URL(request.url).searchParams, columns)
  const [report, choices] = await Promise.all([
    callApi(page, 'listAgencyReport', { params: { list: 'praemien' }, body: bodyOf(query) }),
    loadChoices(page),
  ])
  return { query, report, choices }
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('agency')('nav.rewards'), robots: 'noindex' }
}

export function Component() {
  const { query, report, choices } = useLoaderData<typeof loader>()
  const t = useTexts('agencyReports')
  const title = useTexts('agency')('nav.rewards')
  return (
    <AgencyFrame title={title} intro={t('intro.praemien')}>
      <ReportSection
        page="AgencyRewards"
        name="praemien"
        statuses={statuses}
        cells={cells}
        query={query}
        report={report}
        choices={choices}
      />
    </AgencyFrame>
  )
}
