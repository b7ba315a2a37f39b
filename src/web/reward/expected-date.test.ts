import { expect, test } from 'vitest'
import { dueOn } from '../../domain/reward.ts'
import { localDate } from '../../domain/dates.ts'
import { expectedDate } from './expected-date.ts'

test.each([
  '2026-11-21T09:00:00Z',
  '2026-11-21T23:30:00Z', // the next day in Berlin already
  '2026-03-01T22:59:59Z', // four weeks on, the clocks have changed
  '2026-10-10T21:59:59Z',
  '2026-10-10T22:00:00Z',
  '2028-02-01T12:00:00Z',
])('the page promises the date that the server will keep: %s', (now) => {
  const today = localDate(Temporal.Instant.from(now))
  for (const days of [0, 1, 28, 70]) {
    expect(expectedDate(now, days)).toBe(dueOn(today, days).toString())
  }
})
