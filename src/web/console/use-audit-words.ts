import { useMemo } from 'react'
import { actionWord, subjectWord } from '../../contract/audit-words.ts'
import { usePage } from '../runtime/page-context.tsx'
import { usePlace } from './use-place.ts'

/** What the log's codes are called here: the tenant of the address may say Bonus. */
export function useAuditWords() {
  const { locale } = usePage()
  const rewardWord = usePlace()?.rewardWord
  return useMemo(
    () => ({
      action: (code: string) => actionWord(code, locale, rewardWord),
      subject: (code: string) => subjectWord(code, locale, rewardWord),
    }),
    [locale, rewardWord],
  )
}
export type AuditWords = ReturnType<typeof useAuditWords>
