import { useEffect, useRef, useState } from 'react'

/** What was typed between opening the search and its field being there. */
export type Early = { term: string; hasEntered: boolean }

function typeKey({ term, hasEntered }: Early, key: string): Early {
  if (hasEntered) return { term, hasEntered }
  if (key === 'Enter') return { term, hasEntered: true }
  if (key === 'Backspace') return { term: term.slice(0, -1), hasEntered }
  return { term: key.length === 1 ? term + key : term, hasEntered }
}

/** Keeps the keys for the search while its dialog loads; none of them reaches the page. @param close by Escape */
export function useEarlyKeys(isOpen: boolean, close: () => void) {
  const isWaiting = useRef(false)
  const early = useRef<Early>({ term: '', hasEntered: false })
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  // The page was left meanwhile.
  useEffect(() => {
    if (!isOpen) isWaiting.current = false
  }, [isOpen])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isWaiting.current || event.ctrlKey || event.altKey || event.metaKey) return
      event.preventDefault()
      event.stopImmediatePropagation()
      early.current = typeKey(early.current, event.key)
      if (event.key !== 'Escape') return
      isWaiting.current = false
      latest.current()
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [])
  const [keys] = useState(() => ({
    keep: () => {
      if (isWaiting.current) return
      early.current = { term: '', hasEntered: false }
      isWaiting.current = true
    },
    /** What was kept; from now on the field takes the keys. */
    take: (): Early => {
      isWaiting.current = false
      return early.current
    },
  }))
  return keys
}
