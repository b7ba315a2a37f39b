import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useMatches, useNavigationType } from 'react-router'
import { findOpener, isSeen, seenInMain } from '../runtime/find-opener.ts'
import { fullTitle } from '../runtime/full-title.ts'
import { usePage } from '../runtime/page-context.tsx'
import type { PageHandle } from '../runtime/page-module.ts'
import { textsOf, useStore } from '../runtime/texts.ts'
import { useWholeTitle } from '../runtime/title-parts.ts'

/** The server wrote the first title; later ones follow the page. */
export function useTitle() {
  const view = usePage()
  const store = useStore()
  const match = useMatches().at(-1)
  const handle = match?.handle as PageHandle | undefined
  const data = match?.loaderData as never
  const texts = textsOf(store, view)
  const meta = handle?.meta({ data, page: view, texts })
  const place = { search: useLocation().search, params: match?.params ?? {} }
  const title = useWholeTitle(meta ? fullTitle(meta, place, view, texts) : null)
  const first = useRef(true)
  useLayoutEffect(() => {
    if (!first.current && title) document.title = title
    first.current = false
  }, [title])
}

/**
 * A new page starts at its headline, for screen readers and keyboards. On the same page a navigation leaves the focus where it is, or where
 * a question took it; if what had it is gone, it returns to the link that opened what is now closed, or goes to the headline.
 */
export function useFocusOnNewPage() {
  const location = useLocation()
  const type = useNavigationType()
  const last = useRef(location)
  const held = useRef<Element | null>(null)
  const shown = useRef<Element | undefined>(undefined)
  useEffect(() => {
    const keep = ({ target }: FocusEvent) => (held.current = target as Element)
    document.addEventListener('focusin', keep)
    return () => document.removeEventListener('focusin', keep)
  }, [])
  useEffect(() => {
    const before = last.current
    last.current = location
    const { pathname, search, hash } = location
    const isNew = before.pathname !== pathname
    const headline = seenInMain('h1')[0]
    const isSame = shown.current === headline
    shown.current = headline
    if (isNew ? hash : !held.current || isSeen(held.current)) return
    // Who already types into the new page goes on.
    if (!document.activeElement?.matches('main :is(input, textarea, select)')) {
      const isBack = !isNew && before.search.length > search.length
      const opener = isBack && findOpener(before.pathname + before.search)
      if (headline) headline.tabIndex = -1
      const target = opener || headline || document.getElementById('main')
      // Whose link is gone with what it did stays where it is.
      target?.focus({ preventScroll: isNew || (isSame && !opener) })
    }
    // A failed form stays where it is, for its errors; its next page begins at the top.
    if (isNew && type !== 'POP') window.scrollTo(0, 0)
  }, [location, type])
}
