import { test } from 'vitest'
import { checkYear } from '../../src/server/demo/check-year.test-helper.ts'

// A day in the middle of a month and one at the end of a quarter; what turns with month and year stands in make-history.test.ts.
for (const day of ['2026-11-22', '2027-03-31'])
  test(
    `of a year that ends on ${day} every month has its invoice with its own date, the older ones paid, one overdue, the last open, and rewards in every state`,
    () => checkYear(day),
    120_000,
  )
