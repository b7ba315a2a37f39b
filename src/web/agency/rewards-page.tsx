import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { callApi } from '../api.ts'
import { pageOf } from '../page-context.tsx'
import type { Meta, MetaArgs } from '../page-module.ts'
import { useTexts } from '../texts.ts'
import { AgencyFrame } from './agency-frame.tsx'
import { ListHelp } from './list-help.tsx'
import { loadChoices } from './load-report.ts'
import { bodyOf, readReport, reportSpec } from './read-report.ts'
import { sortsOf } from './report-columns.tsx'
import { ReportSection } from './report-section.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const query = readReport(request, reportSpec(sortsOf.praemien))
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
    <AgencyFrame title={title} isList actions={<ListHelp text={t('intro.praemien')} />}>
      <ReportSection
        page="AgencyRewards"
        name="praemien"
        query={query}
        report={report}
        choices={choices}
      />
    </AgencyFrame>
  )
}
