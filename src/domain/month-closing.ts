import { formatGermanDate } from './dates.ts'
import { formatEnglishDate } from './english-date.ts'
import { isTargetDay } from './payout.ts'
import type { Locale } from './tenant.ts'

// A month of the books that closes by itself: from which day on, and what it waits for.

/** Who closed it, in the log and the books. */
export const monthCloser = 'month-close'

/** From this day of the next month on. @param day 1 to 28 */
export const closesFrom = (month: string, day: number): Temporal.PlainDate =>
  Temporal.PlainYearMonth.from(month).add({ months: 1 }).toPlainDate({ day })

/** The last day of a month on which a bank books. */
export function lastBankDay(month: string): Temporal.PlainDate {
  const of = Temporal.PlainYearMonth.from(month)
  let day = of.toPlainDate({ day: of.daysInMonth })
  while (!isTargetDay(day)) day = day.subtract({ days: 1 })
  return day
}

export type Missing =
  | { what: 'accounting' | 'statement' }
  | { what: 'differences' | 'open-lines' | 'unbooked'; count: number }
  | { what: 'open-days'; closedTo: string | null }

export type MonthFacts = {
  hasAccounting: boolean
  differences: number // of the night's check
  hasStatements: boolean
  payments: number // that left in it
  closedTo: string | null // bank days
  openLines: number // of it and of before
  unbooked: number // payments of it that no line of the statement has
}

/** What keeps a month from being closed by itself; nothing: it may be. Where neither statement nor payment is, the bank says nothing. */
export function missingOf(month: string, facts: MonthFacts): Missing[] {
  const { differences, closedTo, openLines, unbooked, hasStatements } = facts
  const found: Missing[] = []
  if (!facts.hasAccounting) found.push({ what: 'accounting' })
  if (differences > 0) found.push({ what: 'differences', count: differences })
  if (!hasStatements) {
    if (facts.payments > 0) found.push({ what: 'statement' })
    return found
  }
  if (closedTo === null || closedTo < lastBankDay(month).toString())
    found.push({ what: 'open-days', closedTo })
  if (openLines > 0) found.push({ what: 'open-lines', count: openLines })
  if (unbooked > 0) found.push({ what: 'unbooked', count: unbooked })
  return found
}

const words = {
  accounting: {
    de: 'Beraternummer und Mandantennummer: fehlen in den Einstellungen',
    en: 'Consultant number and client number: missing in the settings',
  },
  statement: {
    de: 'Kontoauszug: noch keiner eingelesen',
    en: 'Bank statement: none imported yet',
  },
  differences: { de: 'Abweichungen in den Büchern: #', en: 'Differences in the books: #' },
  'open-lines': {
    de: 'Offene Zeilen im Kontoauszug: #',
    en: 'Open lines of the statement: #',
  },
  unbooked: {
    de: 'Zahlungen ohne Zeile im Kontoauszug: #',
    en: 'Payments without a line of the statement: #',
  },
  'open-days': { de: 'Banktage abgeschlossen bis: #', en: 'Bank days closed up to: #' },
  never: { de: 'noch keiner', en: 'none yet' },
} as const

/** One line of it, label and value. */
export function sayMissing(missing: Missing, locale: Locale): string {
  const say = (value: string) => words[missing.what][locale].replace('#', value)
  if ('count' in missing) return say(String(missing.count))
  if (missing.what !== 'open-days') return say('')
  const { closedTo } = missing
  if (closedTo === null) return say(words.never[locale])
  return say(locale === 'de' ? formatGermanDate(closedTo) : formatEnglishDate(closedTo))
}

export const monthWord = (month: string, locale: Locale): string =>
  Temporal.PlainYearMonth.from(month)
    .toPlainDate({ day: 1 })
    .toLocaleString(locale === 'de' ? 'de-DE' : 'en-GB', { month: 'long', year: 'numeric' })
