import { expect, test } from 'vitest'
import { bulkLimit, needsSecond } from './selection.ts'

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
