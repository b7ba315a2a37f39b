import { useEffect, useRef, useState } from 'react'
import { useNavigation, useParams } from 'react-router'
import { callApi } from '../runtime/api.ts'
import { browserContext } from '../runtime/browser-context.ts'
import { usePage } from '../runtime/page-context.tsx'
import type { Review } from './review.ts'

const ahead = 2
/** An older one is asked for again; whoever decides on a state that changed meanwhile is refused by its version. */
const freshMs = 60_000

type Loaded = { found: Review; at: number }

/**
 * The case to show: while the address of another one loads, that one as it was loaded ahead, so that nobody waits for the next case.
 * @param rows the list's, in its order: the two after the case that is open are loaded ahead
 */
export function useNextCases(
  found: Review | null,
  rows: readonly { id: string; outcome: string | null }[],
): Review | null {
  const page = usePage()
  const { mandant: tenant = '' } = useParams()
  const cases = useRef(new Map<string, Loaded>())
  const [, setCount] = useState(0)
  const { location } = useNavigation()
  const wanted = location ? new URLSearchParams(location.search).get('fall') : null
  const next = found === null ? [] : followers(found.id, rows)
  const key = next.join(' ')
  useEffect(() => {
    let isOver = false
    for (const id of key.split(' ').filter(Boolean)) {
      const known = cases.current.get(id)
      if (known && Date.now() - known.at < freshMs) continue
      callApi(browserContext(page), 'showReview', { tenant, params: { id } }).then(
        (loaded) => {
          cases.current.set(id, { found: loaded, at: Date.now() })
          if (!isOver) setCount((count) => count + 1)
        },
        () => undefined, // the page itself says why
      )
    }
    return () => {
      isOver = true
    }
  }, [key, page, tenant])
  if (wanted === null || wanted === found?.id) return found
  const loaded = cases.current.get(wanted)
  return loaded && Date.now() - loaded.at < freshMs ? loaded.found : found
}

function followers(id: string, rows: readonly { id: string; outcome: string | null }[]): string[] {
  const at = rows.findIndex((row) => row.id === id)
  return rows
    .slice(at + 1)
    .filter(({ outcome }) => outcome === null)
    .slice(0, ahead)
    .map((row) => row.id)
}
