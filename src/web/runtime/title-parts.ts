import { createContext, use, useLayoutEffect, useSyncExternalStore } from 'react'

// What stands before a page's own title. Pages say it while they are rendered, as states of one address are told apart by it (WCAG 2.2, 2.4.2).

type Part = { words: string; isState: boolean }

let parts: readonly Part[] = []
const listeners = new Set<() => void>()

function change(next: readonly Part[]): void {
  parts = next
  for (const listener of listeners) listener()
}

/** On the server, where nothing takes effect: hears the state of the page that is rendered. */
export const HearState = createContext<((words: string) => void) | null>(null)

function usePart(words: string | null, isState: boolean): void {
  useLayoutEffect(() => {
    if (words === null) return
    const part = { words, isState }
    // What came last stands first.
    change([part, ...parts])
    return () => change(parts.filter((one) => one !== part))
  }, [words, isState])
}

/** Puts a question or an error before the tab's title while it stands. */
export const useTitleBegins = (words: string | null) => usePart(words, false)

/** Names the state that a page is in, where its headline is another than its title: no link, deleted, nothing to do. */
export function useTitleState(words: string): void {
  use(HearState)?.(words)
  usePart(words, true)
}

/** A page's title with its state. */
export const withState = (title: string, state: string | undefined) =>
  state && !title.includes(state) ? `${state} – ${title}` : title

const whole = (title: string | null) => {
  if (title === null) return null
  const begins = parts.filter(({ isState }) => !isState).map(({ words }) => words)
  return begins.join('') + withState(title, parts.find(({ isState }) => isState)?.words)
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The tab's title, of a page's own. */
export const useWholeTitle = (title: string | null) =>
  useSyncExternalStore(
    listen,
    () => whole(title),
    () => title,
  )
