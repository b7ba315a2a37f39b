import { expect, test } from 'vitest'
import { bulkLimit, leftToday, needsSecond } from './selection.ts'

test('a selection above the number or the sum of the role needs a second person, and roles without a limit always', () => {
  const limit = bulkLimit('orders', ['support', 'reviewer'])
  const cases = [
    [limit.most, limit.cents, false],
    [limit.most + 1, 0, true],
    [1, limit.cents + 1, true],
  ] as const
  for (const [count, cents, second] of cases)
    expect(needsSecond({ count, cents }, limit)).toBe(second)
  expect(
    needsSecond({ count: 1, cents: 1 }, bulkLimit('orders', ['support', 'tenant-admin'])),
  ).toBe(true)
})

test('what was carried out today is taken from the limit, and nothing from that of jobs', () => {
  const limit = { most: 100, cents: 500_000 }
  expect(leftToday('reviews', limit, { count: 60, cents: 400_000 })).toEqual({
    most: 40,
    cents: 100_000,
  })
  expect(leftToday('orders', limit, { count: 101, cents: 600_000 })).toEqual({ most: 0, cents: 0 })
  expect(leftToday('jobs', limit, { count: 101, cents: 0 })).toEqual(limit)
})
