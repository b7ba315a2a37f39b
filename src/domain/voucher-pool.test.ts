import { expect, test } from 'vitest'
import { givenFrom, isLow, poolState, weeksLeft } from './voucher-pool.ts'

test.each([
  [0, 0, 'ruht', false],
  [0, 1, 'leer', true],
  [19, 0, 'knapp', true],
  [19, 500, 'knapp', true],
  [20, 0, 'gefuellt', false],
  [20, 500, 'gefuellt', false],
])('a pool with %i free codes of which %i were used lately is %s', (free, used, state, low) => {
  expect(poolState({ free, used }, 20)).toBe(state)
  expect(isLow({ free, used }, 20)).toBe(low)
})

test('a tenant that wants no stock hears of empty pools alone', () => {
  expect(isLow({ free: 1, used: 9 }, 0)).toBe(false)
  expect(isLow({ free: 0, used: 9 }, 0)).toBe(true)
})

test('a stock lasts whole weeks at the last eight weeks’ use, and no number is made up without use', () => {
  expect(weeksLeft({ free: 40, used: 8 })).toBe(40)
  expect(weeksLeft({ free: 40, used: 60 })).toBe(5)
  expect(weeksLeft({ free: 1, used: 9 })).toBe(0)
  expect(weeksLeft({ free: 0, used: 3 })).toBe(0)
  expect(weeksLeft({ free: 40, used: 0 })).toBeNull()
})

test('a code is given out with its last day so many days ahead, or later', () => {
  const today = Temporal.PlainDate.from('2026-12-01')
  expect(givenFrom(today, 90).toString()).toBe('2027-03-01')
  expect(givenFrom(today, 0).toString()).toBe('2026-12-01')
})
