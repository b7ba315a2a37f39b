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
import { classUnits } from '../../domain/category.ts'
import { callApi } from '../runtime/api.ts'
import { carriedParameters } from '../runtime/href.ts'
import { Link } from '../runtime/link.tsx'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { track } from '../tracking/track.ts'
import { buttonClass, linkClass } from '../ui/button.tsx'
import { CategoryHead } from './category-head.tsx'
import { mostCompared, readIds, toggleId } from './compare-choice.ts'
import { CompareBar } from './compare-bar.tsx'
import {
  countChoices,
  filterNames,
  filterOffers,
  readFilter,
  writeFilter,
  type OfferFilter,
} from './filter-offers.ts'
import { useFollowedLinks } from './follow-links.ts'
import { Footnotes, type CameFrom } from './footnotes.tsx'
import { itemList } from './item-list.ts'
import { keepTogether } from '../../domain/keep-together.ts'
import { EmptyList } from '../ui/empty-list.tsx'
import { Shape } from '../ui/icon.tsx'
import { numberFootnotes } from './number-footnotes.ts'
import type { Offer } from './offer.ts'
import { OfferCard } from './offer-card.tsx'
import { OfferFilters, queryOf, type ClassGroup } from './offer-filters.tsx'
import { showOffer } from './show-offer.ts'
import { offersAtOnce, readShown, shownName } from './shown-offers.ts'
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
  const { offers, footnotes, numbered: asAlways, ...known } = prepare(answer)
  // Filtered lists are not for search engines.
  const chosen = [...Object.values(filterNames), 'ids', shownName].some((name) => query.has(name))
  const filter = readFilter(query, known.choices)
  const numbered =
    writeFilter(filter).length === 0 ? asAlways : numberAsShown(footnotes, offers, filter)
  return { ...known, ...numbered, chosen }
}

type Answer = AnswerOf<Endpoints['showCategory']>

const prepared = new WeakMap<Answer, ReturnType<typeof prepareAnew>>()

/** Prepares an answer for display, once per answer: on the server many pages share it. */
function prepare(answer: Answer): ReturnType<typeof prepareAnew> {
  const known = prepared.get(answer) ?? prepareAnew(answer)
  prepared.set(answer, known)
  return known
}

function prepareAnew({ category, intro, manufacturers, deviceTypes, offers, footnotes }: Answer) {
  const classes = groupClasses(offers)
  const values = classes.flatMap((group) => group.values)
  const choices = { manufacturers, deviceTypes, classes: [...new Set(values)] }
  const shown = offers.map(showOffer)
  return {
    category: { ...category, teaserText: keepTogether(category.teaserText) },
    intro: keepTogether(intro),
    choices,
    classes,
    offers: shown,
    footnotes,
    numbered: numberAsShown(footnotes, shown, readFilter(new URLSearchParams(), choices)),
  }
}

/** Numbers footnotes in the order of the requested list; later filters keep the numbers stable. */
function numberAsShown(footnotes: Answer['footnotes'], offers: Offer[], filter: OfferFilter) {
  const first = filterOffers(offers, filter)
  const shown = new Set(first)
  return numberFootnotes(footnotes, [...first, ...offers.filter((offer) => !shown.has(offer))])
}

/** Classes by unit, since 50 Mbit/s and 50 channels are different choices. Figures ascend; names keep the catalogue's order. */
function groupClasses(offers: readonly Pick<Offer, 'productClass' | 'classUnit'>[]): ClassGroup[] {
  const groups = [...classUnits, null].map((unit) => ({
    unit,
    values: sortClasses([
      ...new Set(offers.flatMap((one) => (one.classUnit === unit ? one.productClass : []))),
    ]),
  }))
  return groups.filter(({ values }) => values.length > 0)
}

const sortClasses = (classes: string[]): string[] =>
  classes.every((text) => /^\d/.test(text))
    ? classes.toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
    : classes

/** Filters, order and ticks change only the address: the page has all the data. */
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
  const { category, intro, offers, choices, classes, notes, chosen } =
    useLoaderData<typeof loader>()
  const { filter, compared, full, found, shown, more, change, compare } = useChoice()
  const counts = useMemo(() => countChoices(offers, filter), [offers, filter])
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
          classes={classes}
          counts={counts}
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
          {/* Clicks on its links, which the keyboard triggers as well. */}
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- see above */}
          <ul className="deals" onClick={onClick}>
            {shown.map(({ id }, index) => {
              const line = lines.get(id)
              return line ? (
                <OfferCard
                  key={id}
                  line={line}
                  words={words}
                  compared={compared.includes(id)}
                  onCompare={onCompare}
                  eager={index < eagerPictures}
                  anchor={index > 0 && index === shown.length - lastBatch(shown.length)}
                />
              ) : null
            })}
          </ul>
          {found.length > 0 ? (
            <ListEnd found={found.length} shown={shown.length} more={more} />
          ) : null}
          {found.length > 0 || compared.length > 0 ? (
            <CompareBar
              slug={category.id}
              chosen={offers.filter(({ id }) => compared.includes(id))}
              shown={shown}
              full={full}
              onRemove={compare}
            />
          ) : null}
        </section>
      </div>
      <div className="container-page">
        <Footnotes notes={notes} offers={shown} cameFrom={cameFrom} />
      </div>
      {chosen ? null : (
        // For search engines, which read the document.
        <script
          type="application/ld+json"
          suppressHydrationWarning
          dangerouslySetInnerHTML={{
            __html: import.meta.env.SSR ? itemList(origin, category.title, offers, lines) : '',
          }}
        />
      )}
    </>
  )
}

// How many of the shown offers came with the last "more".
const lastBatch = (shown: number) => ((shown - 1) % offersAtOnce) + 1

/** The link to more offers works without script; with it, focus moves to the first new one. */
function ListEnd({ found, shown, more }: { found: number; shown: number; more: string | null }) {
  const t = useTexts('offers')
  const before = useRef(shown)
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current && shown > before.current)
      document.querySelector<HTMLElement>('#more .deal-button')?.focus({ preventScroll: true })
    asked.current = false
    before.current = shown
  }, [shown])
  return (
    <p className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      {more === null ? null : (
        <Link
          to={more}
          replace
          preventScrollReset
          onClick={() => {
            asked.current = true
          }}
          className={`${buttonClass('secondary')} w-full md:w-auto`}
        >
          {t('offers.more', { shown, found })}
        </Link>
      )}
      {shown > 3 ? (
        <a href="#deals" className={`${linkClass()} font-semibold`}>
          <Shape className="size-4">
            <path d="m5 12 7-7 7 7M12 19V5" />
          </Shape>
          {t('offers.top')}
        </a>
      ) : null}
    </p>
  )
}

function NothingLeft({ slug }: { slug: string }) {
  const t = useTexts('offers')
  return (
    <EmptyList
      title={t('none.title')}
      heading="h3"
      className="mt-4"
      action={
        <PageLink
          page="Category"
          values={{ kategorie: slug }}
          preventScrollReset
          className={`${buttonClass()} w-full md:w-auto`}
        >
          {t('filter.reset')}
        </PageLink>
      }
    >
      {t('none.text')}
    </EmptyList>
  )
}

/** The choice is in the address, and nowhere else. */
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
  const most = readShown(search)
  const more = new URLSearchParams(search)
  more.set(shownName, String(most + offersAtOnce))
  const go = (next: OfferFilter, nextIds: string[], flushSync = true) => {
    const kept = [...carriedParameters, shownName]
    const query = new URLSearchParams([...search].filter(([name]) => kept.includes(name)))
    for (const [name, value] of writeFilter(next)) query.append(name, value)
    if (nextIds.length > 0) query.set('ids', nextIds.join(','))
    // Synchronously in the event: a tick must not wait for a transition.
    void navigate(
      { search: query.toString() },
      { replace: true, preventScrollReset: true, flushSync },
    )
  }
  useEarlyForms((forms) => {
    const early = forms.compare ? readIds(forms.compare) : compared
    const ids = [...new Set([...compared.filter((id) => early.includes(id)), ...early])]
    const kept = ids.slice(0, mostCompared)
    const next = forms.filters ? readFilter(forms.filters, choices) : filter
    setFull(ids.length > mostCompared)
    for (const box of document.querySelectorAll<HTMLInputElement>('.deal-compare > input'))
      box.checked = kept.includes(box.value)
    if (
      String(kept) !== String(compared) ||
      String(writeFilter(next)) !== String(writeFilter(filter))
    )
      go(next, kept, false)
  })
  return {
    filter,
    compared,
    full,
    found,
    shown: useMemo(() => found.slice(0, most), [found, most]),
    more: found.length > most ? `?${String(more)}#more` : null,
    change: (next: OfferFilter) => {
      // Once per visit; more events would tell nothing new.
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

/** Reads once what was ticked or typed before the script ran, as the forms would send it. */
function useEarlyForms(
  read: (forms: Record<'compare' | 'filters', URLSearchParams | null>) => void,
) {
  const first = useRef(read)
  useEffect(() => {
    const queryIn = (id: string) => {
      const form = document.querySelector<HTMLFormElement>(`form#${id}`)
      return form && queryOf(form)
    }
    first.current({ compare: queryIn('compare'), filters: queryIn('filters') })
  }, [])
}

/** A function with a stable identity, so that cards do not render again. */
function useStable<A>(run: (argument: A) => void): (argument: A) => void {
  const newest = useRef(run)
  useEffect(() => {
    newest.current = run
  })
  return useCallback((argument: A) => newest.current(argument), [])
}
