import { createContext, use, useLayoutEffect, useSyncExternalStore } from 'react'

// What stands before a page's own title. Pages say it while they are rendered, as states of one address are told apart by it (WCAG 2.2, 2.4.2).

type Part = { words: string; form: string | null } // null: a state

let parts: readonly Part[] = []
const listeners = new Set<() => void>()

function change(next: readonly Part[]): void {
  parts = next
  for (const listener of listeners) listener()
}

/** On the server, where nothing takes effect: hears the state of the page that is rendered. */
export const HearState = createContext<((words: string) => void) | null>(null)

function usePart(words: string | null, form: string | null): void {
  useLayoutEffect(() => {
    if (words === null) return
    const part = { words, form }
    // What came last stands first.
    change([part, ...parts])
    return () => change(parts.filter((one) => one !== part))
  }, [words, form])
}

/** Puts a question or an error before the tab's title while it stands, and nothing of another form came after it. */
export const useTitleBegins = (words: string | null, form: string) => usePart(words, form)

/** Names the state that a page is in, where its headline is another than its title: no link, deleted, nothing to do. */
export function useTitleState(words: string): void {
  use(HearState)?.(words)
  usePart(words, null)
}

/** A page's title with its state. */
export const withState = (title: string, state: string | undefined) =>
  state && !title.includes(state) ? `${state} – ${title}` : title

const whole = (title: string | null) => {
  if (title === null) return null
  const last = parts.find(({ form }) => form !== null)
  const begins = parts.filter(({ form }) => form === last?.form).map(({ words }) => words)
  const state = parts.find(({ form }) => form === null)?.words
  return [...new Set(begins)].join('') + withState(title, state)
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
