import { useMemo } from 'react'
import type { FormAnswer } from '../ui/form/form-answer.ts'

/** An answer with the page's own texts for some error codes: the catalogue's do not know whether a tenant says du. */
export function useOwnWords(
  answer: FormAnswer | undefined,
  words: Record<string, string>,
): FormAnswer | undefined {
  const own = answer ? words[answer.code] : undefined
  // Stable identity: a form takes a new object for a new answer.
  return useMemo(() => (answer && own ? { ...answer, message: own } : answer), [answer, own])
}
