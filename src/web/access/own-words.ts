import { useMemo } from 'react'
import type { FormAnswer } from '../ui/form/form-answer.ts'

/** An answer with the page's own words for some error codes: the catalogue's do not know whether a tenant says du. */
export function useOwnWords(
  answer: FormAnswer | undefined,
  words: Record<string, string>,
): FormAnswer | undefined {
  const own = answer ? words[answer.code] : undefined
  // The same object as long as nothing changed: a form takes a new one for a new answer.
  return useMemo(() => (answer && own ? { ...answer, message: own } : answer), [answer, own])
}
