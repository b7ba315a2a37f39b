import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Form, useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { callApi } from '../runtime/api.ts'
import { carriedParameters } from '../runtime/href.ts'
import { pageOf } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card, cardClass } from '../ui/card.tsx'
import { EmptyList } from '../ui/empty-list.tsx'
import { Pages } from '../ui/pages.tsx'
import { AgentLine, type AgentData } from './agent-line.tsx'
import { ProductSummary } from './product-summary.tsx'
import { TextLink } from '../ui/text-link.tsx'

const queryLength = 100

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const { searchParams } = new URL(request.url)
  const query = (searchParams.get('suche') ?? '').trim().slice(0, queryLength)
  const wanted = Number(searchParams.get('seite') ?? 1)
  const number = Number.isInteger(wanted) && wanted >= 1 && wanted <= 10_000 ? wanted : 1
  const [product, found] = await Promise.all([
    callApi(page, 'showProduct', { params: { id: params.produktId ?? '' } }),
    callApi(page, 'searchAgents', { query: { query, page: number } }),
  ])
  const { id, title, description, rewardCents, further, picture } = product
  return {
    product: { id, title, description, rewardCents, further, picture },
    query,
    number,
    ...found,
  }
}

export function meta({ data, texts }: MetaArgs<typeof loader>): Meta {
  const t = texts('agents')
  return {
    title: t('title', { product: data?.product.title ?? '' }),
    description: t('description'),
    // Search results are not for search engines.
    ...(data && (data.query !== '' || data.number > 1) ? { robots: 'noindex' as const } : {}),
  }
}

export function Component() {
  const { product, query, number, agents, totalCount, pageCount } = useLoaderData<typeof loader>()
  const t = useTexts('agents')
  return (
    <div className="container-page py-6 md:py-12">
      <h1 className="page-title">{t('title', { product: product.title })}</h1>
      <p className="mt-3 max-w-[42em] text-lg">{t('intro')}</p>
      <div className="mt-5 grid items-start gap-6 md:mt-8 lg:grid-cols-[1fr_20rem] lg:gap-10">
        <div>
          <SearchForm />
          <output className={agents.length > 0 ? 'mt-6 block font-semibold' : 'sr-only'}>
            {agents.length > 0
              ? t('found', { count: totalCount })
              : t(totalCount > 0 ? 'beyond.title' : 'none.title')}
          </output>
          {agents.length > 0 ? (
            <ul className="mt-3 grid gap-4 md:grid-cols-2">
              {agents.map((agent) => (
                <Found key={agent.id} agent={agent} />
              ))}
            </ul>
          ) : (
            <NobodyFound beyond={totalCount > 0} />
          )}
          <Pages
            number={number}
            count={pageCount}
            to={(wanted) => ({
              page: 'AgentRecommendations',
              values: {
                produktId: product.id,
                ...(query ? { suche: query } : {}),
                ...(wanted > 1 ? { seite: wanted } : {}),
              },
            })}
            words={{
              label: t('pages.label'),
              before: t('pages.previous'),
              after: t('pages.next'),
            }}
            here={t('pages.here', { page: Math.min(number, pageCount), count: pageCount })}
          />
          <p className="mt-8">
            <TextLink page="Recommendation" values={{ produktId: product.id }}>
              {t('without')}
            </TextLink>
          </p>
        </div>
        <div className="-order-1 lg:sticky lg:top-6 lg:order-1">
          <ProductSummary product={product} />
        </div>
      </div>
    </div>
  )
}

function SearchForm() {
  const { query } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const t = useTexts('agents')
  const field = useRef<HTMLInputElement>(null)
  // Back restores the search; typing is not disturbed.
  useEffect(() => {
    const input = field.current
    if (input && document.activeElement !== input) input.value = query
  }, [query])
  return (
    <search>
      <Form className={cardClass('small')}>
        {carriedParameters
          .filter((name) => search.has(name))
          .map((name) => (
            <input key={name} type="hidden" name={name} value={search.get(name) ?? ''} />
          ))}
        <label htmlFor="agent-search" className="mb-1.5 block font-semibold">
          {t('search.label')}
        </label>
        <p id="agent-search-hint" className="mb-1.5 text-base text-muted">
          {t('search.hint')}
        </p>
        <div className="flex flex-col gap-3 md:flex-row">
          <input
            ref={field}
            id="agent-search"
            type="search"
            name="suche"
            defaultValue={query}
            maxLength={queryLength}
            autoComplete="off"
            enterKeyHint="search"
            aria-describedby="agent-search-hint"
            className="field block min-h-12 w-full rounded-field border-2 border-line bg-surface px-3.5 py-2 text-text"
          />
          <button type="submit" className={buttonClass()}>
            <Search aria-hidden="true" className="size-5" />
            {t('search.button')}
          </button>
        </div>
      </Form>
    </search>
  )
}

function Found({ agent }: { agent: AgentData }) {
  const { product } = useLoaderData<typeof loader>()
  const t = useTexts('agents')
  return (
    <Card as="li" pad="small">
      <AgentLine agent={agent}>
        <TextLink
          page="Recommendation"
          values={{ produktId: product.id, berater: agent.id }}
          className="font-semibold"
        >
          {t('choose')}
          <span className="sr-only">
            : {agent.firstName} {agent.lastName}
          </span>
        </TextLink>
      </AgentLine>
    </Card>
  )
}

function NobodyFound({ beyond }: { beyond: boolean }) {
  const { product, query } = useLoaderData<typeof loader>()
  const t = useTexts('agents')
  return (
    <EmptyList
      title={beyond ? t('beyond.title') : t('none.title')}
      heading="h2"
      className="mt-3"
      action={
        beyond || query ? (
          <PageLink
            page="AgentRecommendations"
            values={{ produktId: product.id }}
            className={`${buttonClass('secondary')} w-full md:w-auto`}
          >
            {t('none.all')}
          </PageLink>
        ) : null
      }
    >
      {beyond ? null : query ? t('none.text', { query }) : t('none.yet')}
    </EmptyList>
  )
}
