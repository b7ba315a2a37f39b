import fc from 'fast-check'
import { expect, test } from 'vitest'
import { takeFrom } from './set-off.ts'

test('the first is used up before the next, and never more is taken than there is or is asked for', () => {
  const owed = [
    { id: 'a', cents: 300 },
    { id: 'b', cents: 500 },
  ]
  expect(takeFrom(owed, 0)).toEqual([])
  expect(takeFrom(owed, 200)).toEqual([{ id: 'a', cents: 200 }])
  expect(takeFrom(owed, 700)).toEqual([
    { id: 'a', cents: 300 },
    { id: 'b', cents: 400 },
  ])
  expect(takeFrom(owed, 5000)).toEqual(owed)
  const cents = fc.integer({ min: 1, max: 10_000 })
  fc.assert(
    fc.property(fc.array(fc.record({ cents })), fc.nat(100_000), (some, asked) => {
      const sum = (of: { cents: number }[]) => of.reduce((all, one) => all + one.cents, 0)
      expect(sum(takeFrom(some, asked))).toBe(Math.min(asked, sum(some)))
    }),
  )
})
