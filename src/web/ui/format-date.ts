import { formatGermanDate } from '../../domain/dates.ts'
import type { Locale } from '../../domain/tenant.ts'

const english = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const berlinDay = new Intl.DateTimeFormat('en-CA', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  timeZone: 'Europe/Berlin',
})

/** An ISO date as people of that language read it: 24.05.2027 or 24 May 2027. */
export function formatDate(isoDate: string, locale: Locale): string {
  return locale === 'de'
    ? formatGermanDate(isoDate)
    : english.format(new Date(`${isoDate}T00:00:00Z`))
}

/** The local day of an instant, as an ISO date, to compare with others. */
export function localDayOf(isoInstant: string): string {
  return berlinDay.format(new Date(isoInstant))
}
