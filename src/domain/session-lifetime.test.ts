import { expect, test } from 'vitest'
import { isAwake, isWorthMarking, sessionLifetimes } from './session-lifetime.ts'

const then = Temporal.Instant.from('2026-11-02T10:00:00Z')
const after = (duration: string) => then.add(duration)

test.each([
  ['agency', 'PT29M59S', 'PT30M'],
  ['sales-partner', 'PT29M59S', 'PT30M'],
  ['operator', 'PT29M59S', 'PT30M'],
  ['referrer', 'PT23H59M', 'PT24H'],
] as const)('a session of %s lives %s without a call, and not %s', (kind, alive, dead) => {
  const lifetime = sessionLifetimes[kind]
  expect(isAwake(then, after(alive), lifetime)).toBe(true)
  expect(isAwake(then, after(dead), lifetime)).toBe(false)
})

test('a use is written down once a minute at a desk, and once in 48 minutes of a customer', () => {
  const { agency, referrer } = sessionLifetimes
  expect(isWorthMarking(then, after('PT1M'), agency)).toBe(false)
  expect(isWorthMarking(then, after('PT61S'), agency)).toBe(true)
  expect(isWorthMarking(then, after('PT48M'), referrer)).toBe(false)
  expect(isWorthMarking(then, after('PT49M'), referrer)).toBe(true)
})
