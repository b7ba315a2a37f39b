import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ChangeEvent, MouseEvent } from 'react'
import {
  useLoaderData,
  useNavigate,
  useSearchParams,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { callApi } from '../api.ts'
import { carriedParameters } from '../href.ts'
import { pageOf, usePage } from '../page-context.tsx'
import { PageLink } from '../page-link.tsx'
import type { Meta, MetaArgs } from '../page-module.ts'
import { useTexts } from '../texts.ts'
import { track } from '../track.ts'
import { buttonClass } from '../ui/button.tsx'
import { CategoryHead } from './category-head.tsx'
import { mostCompared, readIds, toggleId } from './compare-choice.ts'
import { CompareBar } from './compare-bar.tsx'
import {
  filterNames,
  filterOffers,
  readFilter,
  writeFilter,
  type OfferFilter,
} from './filter-offers.ts'
import { useFollowedLinks } from './follow-links.ts'
import { Footnotes, type CameFrom } from './footnotes.tsx'
import { itemList } from './item-list.ts'
import { numberFootnotes } from './number-footnotes.ts'
import type { Offer } from './offer.ts'
import { OfferCard } from './offer-card.tsx'
import { OfferFilters } from './offer-filters.tsx'
import { teaserWords } from './teaser-words.ts'
import { useCardLines, useCardWords } from './use-card-lines.ts'
import './offers.css'

const eagerPictures = 4

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const answer = await callApi(page, 'showCategory', {
    params: { category: params['kategorie'] ?? '' },
  })
  const query = new URL(request.url).searchParams
  const { manufacturers, deviceTypes, classes } = answer
  return {
    category: answer.category,
    intro: answer.intro,
    choices: { manufacturers, deviceTypes, classes: sortClasses(classes) },
    ...numberFootnotes(answer.footnotes, answer.offers.map(offerOf)),
    // A choice among the offers is no page that somebody should land on.
    chosen: [...Object.values(filterNames), 'ids'].some((name) => query.has(name)),
  }
}

// Speeds and numbers of channels rise; names keep the catalogue's order.
const sortClasses = (classes: string[]): string[] =>
  classes.every((text) => /^\d/.test(text))
    ? classes.toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
    : classes

type CategoryOffer = AnswerOf<Endpoints['showCategory']>['offers'][number]

// What no card shows does not travel to the browser. Field by field, since a rest of them takes ten times as long.
const offerOf = (offer: CategoryOffer): Offer => ({
  id: offer.id,
  title: offer.title,
  descriptions: offer.descriptions,
  monthlyCents: offer.monthlyCents,
  oneOffCents: offer.oneOffCents,
  priceText: offer.priceText,
  promotion: offer.promotion,
  promotionCents: offer.promotionCents,
  productClass: offer.productClass,
  manufacturer: offer.manufacturer,
  deviceType: offer.deviceType,
  top: offer.top,
  position: offer.position,
  rewardCents: offer.rewardCents,
  footnotes: offer.footnotes,
  picture: offer.picture,
})

/** Filters, order and ticks change the address alone: everything they need is in the page. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs): boolean {
  const same = change.currentUrl.pathname === change.nextUrl.pathname
  return same && !change.formMethod ? false : change.defaultShouldRevalidate
}

export function meta({ data, page, texts }: MetaArgs<typeof loader>): Meta {
  const t = texts('offers')
  const { title = '', description = '' } = data?.category ?? {}
  const teaser = data ? teaserWords(data.category, t, page.locale) : ''
  return {
    title: teaser ? t('meta.category', { title, teaser }) : title,
    ...(description ? { description } : {}),
    ...(data?.chosen ? { robots: 'noindex' as const } : {}),
  }
}

export function Component() {
  const { category, intro, offers, choices, notes, chosen } = useLoaderData<typeof loader>()
  const { filter, compared, full, found, change, compare } = useChoice()
  const [cameFrom, setCameFrom] = useState<CameFrom>({})
  const lines = useCardLines(offers)
  const words = useCardWords()
  const follow = useFollowedLinks()
  const t = useTexts('offers')
  const { origin } = usePage()
  const onClick = (event: MouseEvent) => {
    const mark = event.target instanceof Element ? event.target.closest('.deal-notes > a') : null
    if (mark) setCameFrom((known) => ({ ...known, [mark.textContent]: mark.id }))
    follow(event)
  }
  const onCompare = useStable((event: ChangeEvent<HTMLInputElement>) => compare(event.target.value))
  return (
    <>
      <CategoryHead category={category} intro={intro} />
      <div className="container-page deals-layout py-6 md:py-10">
        <OfferFilters
          slug={category.id}
          choices={choices}
          filter={filter}
          found={found.length}
          compared={compared}
          onChange={change}
        />
        <section id="deals" aria-labelledby="deals-title" className="deals-area">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6">
            <h2 id="deals-title" className="text-2xl font-bold">
              {t('offers.title')}
            </h2>
            <output className="font-semibold">{t('offers.found', { count: found.length })}</output>
          </div>
          {found.length === 0 ? <NothingLeft slug={category.id} /> : null}
          {/* Of its links, which the keyboard presses as well. */}
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- see above */}
          <ul className="deals" onClick={onClick}>
            {found.map(({ id }, index) => {
              const line = lines.get(id)
              return line ? (
                <OfferCard
                  key={id}
                  line={line}
                  words={words}
                  compared={compared.includes(id)}
                  onCompare={onCompare}
                  eager={index < eagerPictures}
                />
              ) : null
            })}
          </ul>
          <CompareBar
            slug={category.id}
            chosen={offers.filter(({ id }) => compared.includes(id))}
            full={full}
            onRemove={compare}
          />
        </section>
      </div>
      <div className="container-page">
        <Footnotes notes={notes} offers={found} cameFrom={cameFrom} />
      </div>
      {chosen ? null : (
        <script
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: itemList(origin, category.title, offers, lines) }}
        />
      )}
    </>
  )
}

function NothingLeft({ slug }: { slug: string }) {
  const t = useTexts('offers')
  return (
    <div className="mt-4 rounded-card border border-hairline bg-surface p-6 md:p-8">
      <h3 className="text-xl font-bold">{t('none.title')}</h3>
      <p className="mt-1.5">{t('none.text')}</p>
      <PageLink
        page="Category"
        values={{ kategorie: slug }}
        preventScrollReset
        className={`${buttonClass()} mt-5 w-full md:w-auto`}
      >
        {t('filter.reset')}
      </PageLink>
    </div>
  )
}

/** What is chosen stands in the address, and nowhere else. */
function useChoice() {
  const { offers, choices } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [full, setFull] = useState(false)
  const told = useRef(false)
  const filter = useMemo(() => readFilter(search, choices), [search, choices])
  const ids = readIds(search).filter((id) => offers.some((offer) => offer.id === id))
  const compared = ids.slice(0, mostCompared)
  const found = useMemo(() => filterOffers(offers, filter), [offers, filter])
  const go = (next: OfferFilter, nextIds: string[]) => {
    const query = new URLSearchParams(
      [...search].filter(([name]) => carriedParameters.some((carried) => carried === name)),
    )
    for (const [name, value] of writeFilter(next)) query.append(name, value)
    if (nextIds.length > 0) query.set('ids', nextIds.join(','))
    // At once, in the turn of the event: a tick must not wait for a transition.
    void navigate(
      { search: query.toString() },
      { replace: true, preventScrollReset: true, flushSync: true },
    )
  }
  return {
    filter,
    compared,
    full,
    found,
    change: (next: OfferFilter) => {
      // Once a visit: a slider would tell of each of its steps.
      if (!told.current) track('filter-used')
      told.current = true
      go(next, compared)
    },
    compare: (id: string) => {
      const next = toggleId(compared, id)
      setFull(next === null)
      if (next) go(filter, next)
    },
  }
}

/** The same function for as long as the page stands, so that no card is rendered again for it. */
function useStable<A>(run: (argument: A) => void): (argument: A) => void {
  const newest = useRef(run)
  useEffect(() => {
    newest.current = run
  })
  return useCallback((argument: A) => newest.current(argument), [])
}
