import { useMemo } from 'react'
import type { FormAnswer } from '../form-answer.ts'

/** An answer with the page's own words for some error codes: the catalogue's do not know whether a tenant says du. */
export function useOwnWords(
  answer: FormAnswer | undefined,
  words: Record<string, string>,
): FormAnswer | undefined {
  // The words hang on the page's language alone, so the answer is what counts.
  return useMemo(() => {
    const own = answer ? words[answer.code] : undefined
    return answer && own ? { ...answer, message: own } : answer
  }, [answer])
}
