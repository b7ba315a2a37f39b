import { useEffect, useRef, useState } from 'react'
import { useNavigation, useParams } from 'react-router'
import { callApi } from '../runtime/api.ts'
import { browserContext } from '../runtime/browser-context.ts'
import { usePage } from '../runtime/page-context.tsx'
import type { Review } from './review.ts'

const ahead = 2
/** An older one is asked for again; whoever decides about a state that changed meanwhile is refused by its version. */
const freshMs = 60_000

/** @param place where its forms post to, while the page's address still names the case before */
type Shown = { found: Review | null; place?: string }

/**
 * The case to show: while the address of another one loads, that one as it was loaded ahead, so that nobody waits for the next case. Without it
 * the last one stays; the page's own may be one of before, if cases are decided faster than the page loads.
 * @param rows the list's, in its order: the two after the case that is shown are loaded ahead
 */
export function useNextCases(
  found: Review | null,
  rows: readonly { id: string; outcome: string | null }[],
): Shown {
  const page = usePage()
  const { mandant: tenant = '' } = useParams()
  const asked = useRef(new Set<string>())
  const [cases, setCases] = useState<ReadonlyMap<string, Review>>(new Map())
  const [last, setLast] = useState<Shown>({ found })
  const { location } = useNavigation()
  const wanted = location ? new URLSearchParams(location.search).get('fall') : null
  const next = wanted === null ? undefined : cases.get(wanted)
  const shown = nextShown()
  if (shown.found !== last.found || shown.place !== last.place) setLast(shown)
  const key = (shown.found === null ? [] : followers(shown.found.id, rows)).join(' ')
  useEffect(() => {
    const keep = (id: string, loaded: Review | null) =>
      setCases((before) => {
        const others = [...before].filter(([known]) => known !== id)
        return new Map(loaded === null ? others : [...others, [id, loaded]])
      })
    for (const id of key.split(' ')) {
      if (id === '' || asked.current.has(id)) continue
      asked.current.add(id)
      const forget = () => {
        asked.current.delete(id)
        keep(id, null)
      }
      callApi(browserContext(page), 'showReview', { tenant, params: { id } }).then((loaded) => {
        keep(id, loaded)
        setTimeout(forget, freshMs)
      }, forget) // the page itself says why
    }
  }, [key, page, tenant])
  return shown

  function nextShown(): Shown {
    if (!location) return { found }
    // While it is on its way, a form that was posted to the case's own place leaves it as it is.
    if (next && wanted !== found?.id && wanted !== last.found?.id)
      return { found: next, place: location.search }
    return last
  }
}

function followers(id: string, rows: readonly { id: string; outcome: string | null }[]): string[] {
  const at = rows.findIndex((row) => row.id === id)
  return rows
    .slice(at + 1)
    .filter(({ outcome }) => outcome === null)
    .slice(0, ahead)
    .map((row) => row.id)
}
