import { expect, test } from 'vitest'
import { keptSince, yearsKeptSince } from './retention.ts'

test('days are local days and end with their day, over the change of the clocks too', () => {
  const since = (today: string, days: number) =>
    keptSince(Temporal.PlainDate.from(today), days).toString()
  expect(since('2026-12-16', 28)).toBe('2026-11-17T23:00:00Z')
  expect(since('2026-11-10', 28)).toBe('2026-10-12T22:00:00Z')
  expect(since('2027-01-01', 0)).toBe('2026-12-31T23:00:00Z')
})

test('years begin with the one after the record was made, at local midnight', () => {
  const before = (today: string, years: number) =>
    yearsKeptSince(Temporal.PlainDate.from(today), years).toString()
  // Of 2026, eight years: kept until the end of 2034.
  expect(before('2034-12-31', 8)).toBe('2025-12-31T23:00:00Z')
  expect(before('2035-01-01', 8)).toBe('2026-12-31T23:00:00Z')
})
