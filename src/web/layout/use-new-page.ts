import { useEffect, useRef } from 'react'
import { useLocation, useMatches, useNavigationType } from 'react-router'
import { fullTitle } from '../runtime/full-title.ts'
import { usePage } from '../runtime/page-context.tsx'
import type { PageHandle } from '../runtime/page-module.ts'
import { textsOf, useStore } from '../runtime/texts.ts'

/** The server wrote the first title; later ones follow the page. */
export function useTitle() {
  const view = usePage()
  const i18n = useStore()
  const match = useMatches().at(-1)
  const handle = match?.handle as PageHandle | undefined
  const data = match?.loaderData as never
  const meta = handle?.meta({ data, page: view, texts: textsOf(i18n, view) })
  const title = meta ? fullTitle(meta.title, view.tenant.name) : null
  const first = useRef(true)
  useEffect(() => {
    if (!first.current && title) document.title = title
    first.current = false
  }, [title])
}

/** A new page starts at its headline, for screen readers and keyboards. */
export function useFocusOnNewPage() {
  const { pathname, hash } = useLocation()
  const type = useNavigationType()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    if (hash) return
    const headline = document.querySelector<HTMLElement>('main h1')
    if (headline) headline.tabIndex = -1
    const target = headline ?? document.getElementById('main')
    // Who already types into the new page goes on.
    if (!document.activeElement?.matches('main :is(input, textarea, select)'))
      target?.focus({ preventScroll: true })
    // A failed form stays where it is, for its errors; its next page begins at the top.
    if (type !== 'POP') window.scrollTo(0, 0)
  }, [pathname, hash, type])
}
