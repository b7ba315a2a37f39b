import { expect, test } from 'vitest'
import { givenFrom, isLow, poolState, voucherReminderOn, weeksLeft } from './voucher-pool.ts'

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

test('a code that was not shown is reminded of after the tenant’s days, in time before its last one, or never', () => {
  const given = Temporal.PlainDate.from('2026-12-01')
  const on = (days: number, lasts: number | null) =>
    voucherReminderOn(given, lasts === null ? null : given.add({ days: lasts }), days)?.since(given)
      .days ?? null
  expect([on(14, null), on(14, 90), on(14, 21), on(14, 20), on(14, 9)]).toEqual([14, 14, 14, 13, 2])
  // So short that tomorrow is the first day that makes sense, and none is left on the last one.
  expect([on(14, 8), on(14, 7), on(14, 1), on(14, 0)]).toEqual([1, 1, 1, null])
  expect([on(0, null), on(0, 90)]).toEqual([null, null])
  for (let days = 1; days <= 40; days++)
    for (let lasts = 1; lasts <= 60; lasts++) {
      const day = on(days, lasts)!
      expect(day >= 1 && day <= Math.min(days, lasts), `${days} ${lasts}`).toBe(true)
      if (lasts >= 8) expect(day <= lasts - 7, `${days} ${lasts}`).toBe(true)
    }
})
