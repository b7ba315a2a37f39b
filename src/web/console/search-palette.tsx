import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  Autocomplete,
  Collection,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  RouterProvider,
  SearchField,
} from 'react-aria-components'
import { useFetcher, useNavigate } from 'react-router'
import { usePage } from '../runtime/page-context.tsx'
import { usePageHref } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { Dialog } from '../ui/dialog.tsx'
import type { Early } from './early-keys.ts'
import { menuAt } from './menu.ts'
import type { Found } from './people-page.tsx'
import { byKind, hitFacts, hitTarget } from './search-hits.tsx'
import { usePlace } from './use-place.ts'

const pauseMs = 150

type Entry = { id: string; title: string; facts: string; href: string | null }
type Group = { id: string; title: string; entries: Entry[] }

/** The search as a dialog: hits while typing, then the menu's pages. */
export function SearchPalette({
  close,
  takeEarly,
}: {
  close: () => void
  takeEarly: () => Early // what was typed before the field was there
}) {
  const { locale } = usePage()
  const t = useTexts('console')
  const navigate = useNavigate()
  const [term, setTerm] = useState('')
  const { found, isAsking, openPage } = useSearch(term)
  const field = useRef<HTMLInputElement>(null)
  // After the dialog's own, which gives its field the focus.
  useLayoutEffect(() => {
    const { term: typed, hasEntered } = takeEarly()
    if (typed) setTerm(typed)
    if (hasEntered) openPage()
    field.current?.focus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- taken once
  }, [])
  const groups = useGroups(term, found)
  const isNone = groups.length === 0 && term.trim().length > 1 && found?.term === term.trim()
  return (
    <Dialog title={t('search.label')} onClose={close}>
      <RouterProvider
        navigate={(path) => {
          close()
          void navigate(path)
        }}
      >
        <Autocomplete inputValue={term} onInputChange={setTerm}>
          <SearchField aria-label={t('search.label')} className="mt-3">
            <Input
              ref={field}
              className="field block min-h-12 w-full rounded-field border-2 border-line bg-surface px-3.5 py-2 text-text"
              onKeyDown={(event) => {
                // With an entry chosen, Enter opens that one.
                if (
                  event.key !== 'Enter' ||
                  event.currentTarget.hasAttribute('aria-activedescendant')
                )
                  return
                event.preventDefault()
                openPage()
              }}
              placeholder={t('search.hint')}
              maxLength={254}
              spellCheck={false}
              lang={locale}
            />
          </SearchField>
          <output className="sr-only">
            {isNone
              ? t('search.none', { term })
              : found && !isAsking
                ? t('search.found', { count: found.hits.length })
                : ''}
          </output>
          <ListBox
            aria-label={t('nav.people')}
            items={groups}
            className="palette-list"
            renderEmptyState={() => (
              <p className="text-muted">
                {isNone ? `${t('search.none', { term })} ${t('search.noneText')}` : null}
              </p>
            )}
          >
            {(group) => (
              <ListBoxSection id={group.id}>
                <Header className="record-h2">{group.title}</Header>
                <Collection items={group.entries}>
                  {(entry) => (
                    <ListBoxItem
                      id={entry.id}
                      textValue={entry.title}
                      isDisabled={entry.href === null}
                      className="palette-item"
                      {...(entry.href ? { href: entry.href } : {})}
                    >
                      <span className="min-w-0 wrap-anywhere">{entry.title}</span>
                      <span className="min-w-0 wrap-anywhere text-muted">{entry.facts}</span>
                    </ListBoxItem>
                  )}
                </Collection>
              </ListBoxSection>
            )}
          </ListBox>
        </Autocomplete>
      </RouterProvider>
      <button type="button" className="dt-control mt-3" onClick={close}>
        {t('search.close')}
      </button>
    </Dialog>
  )
}

/** Asks after a pause in typing; a later term's answer replaces an earlier one's. */
function useSearch(term: string): {
  found: Found | null
  isAsking: boolean
  openPage: () => void // the page of the hits, also before they are there
} {
  const fetcher = useFetcher<Found | { errors: unknown }>()
  const place = usePlace()
  const pageHref = usePageHref()
  const action = pageHref('ConsolePeople', { mandant: place?.tenant ?? '' })
  const { submit } = fetcher
  const navigate = useNavigate()
  const [isWanted, setIsWanted] = useState(false)
  const asked = term.trim()
  useEffect(() => {
    if (asked.length < 2) return
    const wait = setTimeout(() => {
      void submit(
        { suche: asked, palette: '1' },
        { method: 'post', action, defaultShouldRevalidate: false },
      )
    }, pauseMs)
    return () => clearTimeout(wait)
  }, [asked, action, submit])
  const data = fetcher.data && 'hits' in fetcher.data ? fetcher.data : null
  const sealed = data?.term === asked.normalize('NFC') ? data.sealed : ''
  const hitsHref =
    sealed && pageHref('ConsolePeople', { mandant: place?.tenant ?? '', treffer: sealed })
  // By the palette's own answer: a second one under way would end with the page as it was.
  useEffect(() => {
    if (isWanted && hitsHref) void navigate(hitsHref)
  }, [isWanted, hitsHref, navigate])
  return {
    found: asked.length < 2 ? null : data,
    isAsking: fetcher.state !== 'idle',
    openPage: () => setIsWanted(true),
  }
}

function useGroups(term: string, found: Found | null): Group[] {
  const { locale } = usePage()
  const place = usePlace()
  const pageHref = usePageHref()
  const t = useTexts('console')
  const mandant = place?.tenant ?? ''
  const asked = term.trim().toLocaleLowerCase(locale)
  const pages = (place ? menuAt(place) : [])
    .map(({ page, text }) => ({
      id: page,
      title: t(text),
      facts: '',
      href: pageHref(page, { mandant }),
    }))
    .filter(({ title }) => title.toLocaleLowerCase(locale).includes(asked))
  const hits = byKind(found?.hits ?? []).map(([kind, ofKind]) => ({
    id: kind,
    title: t(`search.kind.${kind}`),
    entries: [
      ...ofKind.map((hit) => {
        const target = hitTarget(hit, mandant)
        return {
          id: `${kind} ${hit.id}`,
          title: hit.title,
          facts: hitFacts(hit, locale),
          href: target && pageHref(target.page, target.values),
        }
      }),
      ...(found?.more.includes(kind)
        ? [
            {
              id: `${kind} all`,
              title: t('search.all', { kind: t(`search.kind.${kind}`) }),
              facts: '',
              href: pageHref('ConsolePeople', { mandant, treffer: found.sealed, art: kind }),
            },
          ]
        : []),
    ],
  }))
  return pages.length === 0
    ? hits
    : [...hits, { id: 'pages', title: t('search.kind.pages'), entries: pages }]
}
