import { expect, test } from 'vitest'
import { readShown } from './shown-offers.ts'

test.each([
  ['', 24],
  ['anzahl=48', 48],
  ['anzahl=1', 24],
  ['anzahl=-5', 24],
  ['anzahl=1e9', 24],
  ['anzahl=viele', 24],
  ['anzahl=alle', Number.POSITIVE_INFINITY],
])('an address with "%s" shows up to %d offers, and never fewer than at first', (query, most) => {
  expect(readShown(new URLSearchParams(query))).toBe(most)
})
