import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { pageOf } from '../page-context.tsx'
import { PageLink } from '../page-link.tsx'
import type { Meta, MetaArgs } from '../page-module.ts'
import { useTexts } from '../texts.ts'
import { AgencyFrame } from './agency-frame.tsx'
import { ListHelp } from './list-help.tsx'
import { loadRecommenders, recommenderLists } from './recommender-list.tsx'
import { ReportSection } from './report-section.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get('liste')
  const list = recommenderLists.find((name) => name === asked) ?? 'empfehler'
  return loadRecommenders(pageOf(context), request, list)
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('agency')('nav.recommenders'), robots: 'noindex' }
}

export function Component() {
  const { list, query, report, choices } = useLoaderData<typeof loader>()
  const t = useTexts('agencyReports')
  const title = useTexts('agency')('nav.recommenders')
  return (
    <AgencyFrame
      title={title}
      isList
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
      />
    </AgencyFrame>
  )
}
