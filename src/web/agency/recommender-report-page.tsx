import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { pageOf } from '../page-context.tsx'
import { PageLink } from '../page-link.tsx'
import type { Meta, MetaArgs } from '../page-module.ts'
import { useTexts } from '../texts.ts'
import { AgencyFrame } from './agency-frame.tsx'
import { loadRecommenders, RecommenderList, recommenderLists } from './recommender-list.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get('liste')
  const list = recommenderLists.find((name) => name === asked) ?? 'empfehler'
  return loadRecommenders(pageOf(context), request, list)
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('agency')('nav.recommenders'), robots: 'noindex' }
}

export function Component() {
  const shown = useLoaderData<typeof loader>()
  const { list } = shown
  const t = useTexts('agencyReports')
  const title = useTexts('agency')('nav.recommenders')
  return (
    <AgencyFrame title={title} intro={t(`intro.${list}`)}>
      <nav aria-label={t('lists')} className="flex flex-wrap gap-x-1 border-b-2 border-hairline">
        {recommenderLists.map((name) => (
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
      <RecommenderList
        page="AgencyRecommenderReport"
        kept={list === 'empfehler' ? {} : { liste: list }}
        list={shown}
      />
    </AgencyFrame>
  )
}
