import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { callApi } from '../runtime/api.ts'
import { pageOf } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { AgencyFrame } from './agency-frame.tsx'
import { ListHelp } from './list-help.tsx'
import { loadRecord } from './load-record.ts'
import { loadChoices } from './load-report.ts'
import { askReport, bodyOf, readReport, reportSpec } from './read-report.ts'
import { Record, titleWith } from './record.tsx'
import { sortsOf } from './report-columns.tsx'
import { ReportSection } from './report-section.tsx'

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const spec = reportSpec(sortsOf.praemien)
  const query = readReport(request, spec)
  const [report, choices, record] = await Promise.all([
    askReport(query, spec, () =>
      callApi(page, 'listAgencyReport', { params: { list: 'praemien' }, body: bodyOf(query) }),
    ),
    loadChoices(page),
    loadRecord(page, 'praemien', params),
  ])
  return { query, report, choices, record }
}

export function meta({ data: loaded, texts }: MetaArgs<typeof loader>): Meta {
  const title = texts('agency')('nav.rewards')
  return { title: titleWith(loaded?.record, title, texts), robots: 'noindex' }
}

export function Component() {
  const { query, report, choices, record } = useLoaderData<typeof loader>()
  const t = useTexts('agencyReports')
  const title = useTexts('agency')('nav.rewards')
  return (
    <AgencyFrame
      title={title}
      isList
      actions={<ListHelp text={t('intro.praemien')} />}
      {...(record
        ? { record: <Record key={record.row.id} record={record} page="AgencyRewards" /> }
        : {})}
    >
      <ReportSection
        page="AgencyRewards"
        name="praemien"
        query={query}
        report={report}
        choices={choices}
        record={record}
      />
    </AgencyFrame>
  )
}
