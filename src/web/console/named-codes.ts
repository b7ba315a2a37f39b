import { actionWord } from '../../contract/audit-words.ts'
import { mailNames } from '../../contract/mail-words.ts'
import type { Locale } from '../../domain/tenant.ts'

/** Codes of the log that have their words elsewhere; only its own page loads them. */
export function namedCode(field: string, code: string, locale: Locale): string | undefined {
  if (field === 'template') return mailNames[code]?.[locale]
  return field === 'undone' ? actionWord(code, locale) : undefined
}
