import { afterEach, expect, test, vi } from 'vitest'
import { hearCounts, shareCounts, type Counts } from './shared-counts.ts'
import { makeVisitorLimit } from './visitor-limit.ts'

let stop: () => void = () => undefined
afterEach(() => {
  stop()
  vi.useRealTimers()
})

test('what one process counts is told to the others together, and counts there up to the limit', () => {
  vi.useFakeTimers()
  const told: Counts[] = []
  stop = shareCounts((counts) => told.push(counts))
  const limit = makeVisitorLimit({ name: 'test-told', most: 5, windowMs: 60_000 }, () => 1)
  for (const visitor of ['a', 'a', 'b']) expect(limit.count(visitor)).toBe(true)
  expect(told).toEqual([])
  vi.runAllTimers()
  const counts: Counts = [
    ['test-told', 'a', 2],
    ['test-told', 'b', 1],
  ]
  expect(told).toEqual([counts])
  // Another process's count of the same: two of its own and two heard.
  hearCounts(counts)
  expect([limit.isReached('a'), limit.isAnyReached()]).toEqual([false, false])
  expect([limit.count('a'), limit.count('a')]).toEqual([true, false])
  hearCounts([['test-told', 'b', 1_000]])
  expect([limit.isReached('b'), limit.isReached('c')]).toEqual([true, false])
  // What was heard is not told again, nor what was refused.
  vi.runAllTimers()
  expect(told.slice(1)).toEqual([[['test-told', 'a', 1]]])
})

test('a count of a window that is over is not carried into the next, and an unknown limit is left alone', () => {
  let now = 0
  const limit = makeVisitorLimit({ name: 'test-window', most: 2, windowMs: 1_000 }, () => now)
  hearCounts([
    ['test-window', 'a', 2],
    ['test-nothing', 'a', 2],
  ])
  expect(limit.isReached('a')).toBe(true)
  now = 1_000
  expect(limit.isReached('a')).toBe(false)
})
