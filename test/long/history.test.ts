import { test } from 'vitest'
import { checkYear } from '../../src/server/demo/check-year.test-helper.ts'
import { isWhole } from '../helpers/whole.ts'

// A day in the middle of a month, one at the end of a quarter, and one after the turn of a year; the first of a month stands in
// make-history.test.ts.
for (const day of ['2026-11-22', '2027-01-11', '2027-03-31'])
  test.skipIf(!isWhole && day !== '2027-01-11')(
    `of a year that ends on ${day} every month has its invoice with its own date, the older ones paid, one overdue, the last open, and rewards in every state`,
    () => checkYear(day),
    120_000,
  )
