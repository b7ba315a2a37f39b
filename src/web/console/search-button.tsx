import { Search } from 'lucide-react'
import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { areKeysOn } from '../ui/table/single-keys.ts'
import { useEarlyKeys } from './early-keys.ts'
import { useAbility, usePlace } from './use-place.ts'

const Palette = lazy(async () => {
  const { SearchPalette } = await import('./search-palette.tsx')
  return { default: SearchPalette }
})

const isField = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox], [type=radio]), textarea, select, dialog') !== null

/** An event of the document that opens the search for a term. */
export const searchFor = 'search-for'

/** The search from everywhere: a click, Ctrl+K or `/`; from then on keys are the search's alone. Without script a link to its page. */
export function SearchButton() {
  const place = usePlace()
  const ability = useAbility()
  const t = useTexts('console')
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null) // the location it was opened at: a visit elsewhere closes it
  const here = useRef(key)
  useEffect(() => {
    here.current = key
  })
  const isOpen = openAt === key
  const close = () => setOpenAt(null)
  const { keep, take } = useEarlyKeys(isOpen, close)
  const isThere = place !== null && ability.can('read', 'rewards')
  useEffect(() => {
    if (!isThere) return
    const onKey = (event: KeyboardEvent) => {
      if (event.repeat || event.altKey || document.querySelector('dialog[open]')) return
      const isCommand = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey
      if (!isCommand && !(isSlash && areKeysOn() && !isField(event.target))) return
      event.preventDefault()
      keep()
      setOpenAt(here.current)
    }
    const onTerm = (event: CustomEventInit<string>) => {
      keep(event.detail)
      setOpenAt(here.current)
    }
    // Before a list's own `/`.
    document.addEventListener('keydown', onKey, true)
    document.addEventListener(searchFor, onTerm)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      document.removeEventListener(searchFor, onTerm)
    }
  }, [isThere, keep])
  if (!isThere) return null
  return (
    <>
      <PageLink
        page="ConsolePeople"
        values={{ mandant: place.tenant }}
        className="console-search"
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          keep()
          setOpenAt(key)
        }}
      >
        <Search aria-hidden="true" className="size-4 shrink-0" />
        <span className="console-search-text">{t('search.open')}</span>
        <kbd aria-hidden="true" className="console-key">
          /
        </kbd>
      </PageLink>
      {isOpen ? (
        <Suspense>
          <Palette close={close} takeEarly={take} />
        </Suspense>
      ) : null}
    </>
  )
}
