import { formatGermanDate } from '../../../domain/dates.ts'
import type { Locale } from '../../../domain/tenant.ts'

let english: Intl.DateTimeFormat | undefined

/** An ISO date for a table: 24.05.2027 or 24 May 2027, with three-letter months. */
export function formatDay(isoDate: string, locale: Locale): string {
  if (locale === 'de') return formatGermanDate(isoDate)
  english ??= new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return english.format(new Date(`${isoDate}T00:00:00Z`)).replace('Sept', 'Sep')
}
