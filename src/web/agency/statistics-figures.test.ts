import { expect, test } from 'vitest'
import { formatDate } from '../ui/format-date.ts'
import { isWrittenAsDay, readDay } from './statistics-figures.ts'

test('a day is read as the page writes it in either language, and as an address says it', () => {
  for (let month = 1; month <= 12; month++) {
    const day = `2026-${String(month).padStart(2, '0')}-09`
    for (const locale of ['de', 'en'] as const) expect(readDay(formatDate(day, locale))).toBe(day)
    expect(readDay(day)).toBe(day)
  }
  expect(readDay(' 1 sept 2026 ')).toBe('2026-09-01')
})

test('a day that is not in the calendar is told from what is none', () => {
  for (const text of ['31.02.2026', '31 February 2026', '2026-02-31'])
    expect([text, readDay(text), isWrittenAsDay(text)]).toEqual([text, null, true])
  for (const text of ['soon', 'March 2026'])
    expect([text, readDay(text), isWrittenAsDay(text)]).toEqual([text, null, false])
  expect(readDay('1 Nonsense 2026')).toBeNull()
})
