import { expect, test } from 'vitest'
import { cannotApprove, codeState, needsSecond } from './voucher-fault.ts'

test('a code works until it is reported, and is faulty once it is replaced, reported or not', () => {
  const at = '2026-11-26'
  expect(codeState({ doubtedAt: null, faultyAt: null })).toBe('works')
  expect(codeState({ doubtedAt: at, faultyAt: null })).toBe('doubted')
  expect(codeState({ doubtedAt: at, faultyAt: at })).toBe('faulty')
  expect(codeState({ doubtedAt: null, faultyAt: at })).toBe('faulty')
})

test.each([
  [0, 2_500, 2_500, false],
  [0, 1, 0, true],
  [0, 2_501, 2_500, true],
  [1, 1, 2_500, true], // the second code of a reward, whatever it is worth
  [2, 2_500, 2_500, true],
])('after %i replaced, one of %i cents with %i left alone needs a second person: %s', (...of) => {
  const [replaced, cents, alone, expected] = of
  expect(needsSecond({ replaced }, { cents }, alone)).toBe(expected)
})

test('nobody approves what they reported, whatever their limit, nor above it', () => {
  const code = { cents: 5_000, doubtedBy: 'a' }
  expect(cannotApprove(code, { operatorId: 'a', mostCents: 100_000 })).toBe('own')
  expect(cannotApprove(code, { operatorId: 'b', mostCents: 5_000 })).toBe(null)
  expect(cannotApprove(code, { operatorId: 'b', mostCents: 4_999 })).toBe('above')
})
