import { useEffect, useRef, useState } from 'react'

/** What was typed before what it is meant for was there. */
export type Early = { term: string; hasEntered: boolean }

function typeKey({ term, hasEntered }: Early, key: string): Early {
  if (hasEntered) return { term, hasEntered }
  if (key === 'Enter') return { term, hasEntered: true }
  if (key === 'Backspace') return { term: term.slice(0, -1), hasEntered }
  return { term: key.length === 1 ? term + key : term, hasEntered }
}

const every = () => true

/**
 * Keeps the keys for what is not there yet: the search while its dialog loads, the next case while one is decided. None of them reaches the page.
 * @param close by Escape
 * @param isIts default: every key is
 */
export function useEarlyKeys(
  isOpen: boolean,
  close: () => void,
  isIts: (event: KeyboardEvent) => boolean = every,
) {
  const isWaiting = useRef(false)
  const early = useRef<Early>({ term: '', hasEntered: false })
  const latest = useRef({ close, isIts })
  useEffect(() => {
    latest.current = { close, isIts }
  })
  // The page was left meanwhile.
  useEffect(() => {
    if (!isOpen) isWaiting.current = false
  }, [isOpen])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isWaiting.current || event.ctrlKey || event.altKey || event.metaKey) return
      if (!latest.current.isIts(event)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      early.current = typeKey(early.current, event.key)
      if (event.key !== 'Escape') return
      isWaiting.current = false
      latest.current.close()
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [])
  const [keys] = useState(() => ({
    /** @param term as if it was typed first */
    keep: (term = '') => {
      if (isWaiting.current) return
      early.current = { term, hasEntered: false }
      isWaiting.current = true
    },
    /** What was kept; from now on they go where they are typed. */
    take: (): Early => {
      isWaiting.current = false
      return early.current
    },
  }))
  return keys
}
