import { formatGermanDate } from '../../domain/dates.ts'
import type { Locale } from '../../domain/tenant.ts'

// Lazy: loading a browser's language data takes tens of ms, and few pages show a date.
let english: Intl.DateTimeFormat | undefined
const formatEnglish = (date: Date) =>
  // On one line.
  (english ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }))
    .format(date)
    .replaceAll(' ', '\u00a0')
let berlin: Intl.DateTimeFormat | undefined
const berlinParts = (date: Date) =>
  (berlin ??= new Intl.DateTimeFormat('en', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone: 'Europe/Berlin',
  })).formatToParts(date)

/** An ISO date localised: 24.05.2027 or 24 May 2027. */
export function formatDate(isoDate: string, locale: Locale): string {
  return locale === 'de'
    ? formatGermanDate(isoDate)
    : formatEnglish(new Date(`${isoDate}T00:00:00Z`))
}

// A list asks for the day of now in each of its rows.
let lastDay = { of: '', day: '' }

/** The local day of an instant, as an ISO date. */
export function localDayOf(isoInstant: string): string {
  if (lastDay.of !== isoInstant) lastDay = { of: isoInstant, day: writeLocalDay(isoInstant) }
  return lastDay.day
}

function writeLocalDay(isoInstant: string): string {
  const parts = Object.fromEntries(
    berlinParts(new Date(isoInstant)).map(({ type, value }) => [type, value]),
  )
  // No locale writes ISO dates everywhere: browsers disagree about en-CA.
  return `${parts['year']}-${parts['month']}-${parts['day']}`
}

let clock: Intl.DateTimeFormat | undefined

/** The local time of an instant: 14:05. */
export function formatTime(isoInstant: string): string {
  clock ??= new Intl.DateTimeFormat('de-DE', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'Europe/Berlin',
  })
  return clock.format(new Date(isoInstant))
}

/** An instant in the programme's zone: 24.05.2027, 14:05 or 24 May 2027, 14:05. */
export const formatDateTime = (isoInstant: string, locale: Locale): string =>
  `${formatDate(localDayOf(isoInstant), locale)}, ${formatTime(isoInstant)}`
