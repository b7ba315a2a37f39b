import { useEffect } from 'react'

/** Puts a question or an error before the tab's title while it stands. */
export function useTitleBegins(words: string | null): void {
  useEffect(() => {
    if (words === null) return
    const without = () => document.title.replace(words, '')
    document.title = words + without()
    return () => {
      document.title = without()
    }
  }, [words])
}
