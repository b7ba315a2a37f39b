import { expect, test } from 'vitest'
import { isNumberPattern, matchesNumber } from './number-pattern.ts'

test.each([
  ['^AG-[0-9]{4}$', 'AG-1001', true],
  ['^AG-[0-9]{4}$', 'AG-10011', false],
  ['^FN\\d{8}$', 'FN12345678', true],
  ['[a-z]', 'AG-1001', false],
  ['(?i)ag', 'AG-1001', true],
])('%s matches %s: %s', (pattern, number, matches) => {
  expect(matchesNumber(pattern, number)).toBe(matches)
})

test('no pattern takes longer for a number that almost fits: a hundred thousand signs are refused at once', () => {
  const started = performance.now()
  expect(matchesNumber('^([A-Z0-9-]+)+$', `${'A'.repeat(100_000)}/`)).toBe(false)
  // A backtracking engine needs 30 s for 30 signs; this is about the order and not about the machine.
  expect(performance.now() - started).toBeLessThan(10_000)
})

test.each(['(', '[a-', '(a)\\1', '(?=a)b', '(?<!a)b'])(
  'a pattern that is none, or that cannot be matched in linear time, is none: %s',
  (pattern) => {
    expect(isNumberPattern(pattern)).toBe(false)
  },
)

test('the patterns of real providers are accepted', () => {
  expect(['^AG-[0-9]{4}$', '^FN\\d{8}$', '.*', '^([A-Z0-9-]+)+$'].map(isNumberPattern)).toEqual([
    true,
    true,
    true,
    true,
  ])
})
