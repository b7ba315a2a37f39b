import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addMonthsClamped,
  endOfLocalDay,
  formatGermanDate,
  localDate,
  parseGermanDate,
} from './dates.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const instant = (text: string) => Temporal.Instant.from(text)
const hours = (date: string) => {
  const previous = endOfLocalDay(day(date).subtract({ days: 1 }))
  return previous.until(endOfLocalDay(day(date))).total('hours')
}

describe('localDate', () => {
  test('midnight is in Berlin, in winter and in summer', () => {
    expect(localDate(instant('2026-01-31T22:59:59Z')).toString()).toBe('2026-01-31')
    expect(localDate(instant('2026-01-31T23:00:00Z')).toString()).toBe('2026-02-01')
    expect(localDate(instant('2026-07-31T21:59:59Z')).toString()).toBe('2026-07-31')
    expect(localDate(instant('2026-07-31T22:00:00Z')).toString()).toBe('2026-08-01')
  })
})

describe('endOfLocalDay', () => {
  test.each(['2026-03-29', '2027-03-28'])('%s has 23 hours and ends at 22:00 UTC', (date) => {
    expect(hours(date)).toBe(23)
    expect(endOfLocalDay(day(date)).toString()).toBe(`${date}T22:00:00Z`)
  })

  test.each(['2026-10-25', '2027-10-31'])('%s has 25 hours and ends at 23:00 UTC', (date) => {
    expect(hours(date)).toBe(25)
    expect(endOfLocalDay(day(date)).toString()).toBe(`${date}T23:00:00Z`)
  })

  test('both times 02:30 on the day the clocks go back are that day', () => {
    expect(localDate(instant('2026-10-25T00:30:00Z')).toString()).toBe('2026-10-25')
    expect(localDate(instant('2026-10-25T01:30:00Z')).toString()).toBe('2026-10-25')
  })

  test('is the first instant of the next day, every day of the years', () => {
    const dates = fc.integer({ min: 0, max: 800 }).map((days) => day('2026-01-01').add({ days }))
    fc.assert(
      fc.property(dates, (date) => {
        const end = endOfLocalDay(date)
        expect(localDate(end.subtract({ nanoseconds: 1 })).equals(date)).toBe(true)
        expect(localDate(end).equals(date.add({ days: 1 }))).toBe(true)
      }),
    )
  })
})

describe('German dates', () => {
  test('are read strictly', () => {
    expect(parseGermanDate('29.02.2028')?.toString()).toBe('2028-02-29')
    expect(parseGermanDate(' 01.12.1980 ')?.toString()).toBe('1980-12-01')
  })

  test.each([
    '',
    '29.02.2026',
    '31.04.2026',
    '00.01.2026',
    '01.13.2026',
    '1.1.2026',
    '01.01.26',
    '2026-01-01',
    '01/01/2026',
    '01.01.2026 10:00',
    '01.01.0999',
    '٠١.٠١.٢٠٢٦',
    'morgen',
  ])('%j is none', (text) => {
    expect(parseGermanDate(text)).toBeNull()
  })

  test('are written from a date or its ISO text', () => {
    expect(formatGermanDate('2026-03-09')).toBe('09.03.2026')
    expect(formatGermanDate(day('2026-03-09'))).toBe('09.03.2026')
  })

  test.each(['', '2026-03-09T23:30:00Z', '09.03.2026', '2026-3-9'])('%j is not written', (text) => {
    expect(() => formatGermanDate(text)).toThrow(RangeError)
  })

  test('come back as they were', () => {
    const dates = fc.integer({ min: 0, max: 80_000 }).map((days) => day('1900-01-01').add({ days }))
    fc.assert(
      fc.property(dates, (date) => {
        expect(parseGermanDate(formatGermanDate(date))?.equals(date)).toBe(true)
      }),
    )
  })
})

test('months end on the last day where the month is too short', () => {
  expect(addMonthsClamped(day('2026-01-31'), 1).toString()).toBe('2026-02-28')
  expect(addMonthsClamped(day('2027-12-31'), 2).toString()).toBe('2028-02-29')
  expect(addMonthsClamped(day('2026-01-15'), 6).toString()).toBe('2026-07-15')
  expect(addMonthsClamped(day('2026-03-31'), -1).toString()).toBe('2026-02-28')
})
