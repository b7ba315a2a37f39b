import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { pageOf } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { AgencyFrame } from './agency-frame.tsx'
import { ListHelp } from './list-help.tsx'
import { loadRecord } from './load-record.ts'
import { loadRecommenders, recommenderLists } from './recommender-list.tsx'
import { Record, titleWith } from './record.tsx'
import { ReportSection } from './report-section.tsx'

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const asked = new URL(request.url).searchParams.get('liste')
  const name = recommenderLists.find((one) => one === asked) ?? 'empfehler'
  const [list, record] = await Promise.all([
    loadRecommenders(page, request, name),
    loadRecord(page, name, params),
  ])
  return { ...list, record }
}

export function meta({ data: loaded, texts }: MetaArgs<typeof loader>): Meta {
  const title = texts('agency')('nav.recommenders')
  return { title: titleWith(loaded?.record, title, texts), robots: 'noindex' }
}

export function Component() {
  const { list, query, report, choices, record } = useLoaderData<typeof loader>()
  const t = useTexts('agencyReports')
  const title = useTexts('agency')('nav.recommenders')
  return (
    <AgencyFrame
      title={title}
      isList
      {...(record
        ? { record: <Record key={record.row.id} record={record} page="AgencyRecommenderReport" /> }
        : {})}
      actions={
        <>
          <ListHelp text={t(`intro.${list}`)} />
          <nav aria-label={t('lists')} className="desk-switch">
            {recommenderLists.map((name) => (
              <PageLink
                key={name}
                page="AgencyRecommenderReport"
                values={name === 'empfehler' ? {} : { liste: name }}
                aria-current={name === list ? 'page' : undefined}
              >
                {t(`title.${name}`)}
              </PageLink>
            ))}
          </nav>
        </>
      }
    >
      <ReportSection
        key={list}
        page="AgencyRecommenderReport"
        kept={list === 'empfehler' ? {} : { liste: list }}
        name={list}
        query={query}
        report={report}
        choices={choices}
        record={record}
      />
    </AgencyFrame>
  )
}
