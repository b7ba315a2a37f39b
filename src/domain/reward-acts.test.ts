import { expect, test } from 'vitest'
import { cannotHold, extendableUntil } from './reward-acts.ts'
import type { RewardState } from './reward.ts'

const states: RewardState[] = ['open', 'provided', 'collected', 'paid', 'cancelled', 'expired']
const reviews = ['none', 'held', 'approved', 'refused'] as const
const today = Temporal.PlainDate.from('2026-11-24')
const day = (text: string) => Temporal.PlainDate.from(text)

test('a reward can be held by hand until its payment is at the bank, and not twice', () => {
  for (const state of states)
    for (const review of reviews)
      for (const isInBatch of [false, true]) {
        const said = cannotHold({ state, review, isInBatch })
        const isOver = ['paid', 'cancelled', 'expired'].includes(state)
        const isAtBank = state === 'collected' && isInBatch
        const expected = isOver ? 'over' : isAtBank ? 'at-bank' : review === 'held' ? 'held' : null
        expect([state, review, isInBatch, said]).toEqual([state, review, isInBatch, expected])
      }
})

test('only what expires within thirty days is prolonged, once, and by three months at most', () => {
  const until = (state: RewardState, expiresOn: string | null, isExtended = false, months = 12) =>
    extendableUntil(
      { state, expiresOn: expiresOn === null ? null : day(expiresOn), isExtended },
      today,
      months,
    )?.toString() ?? null
  expect(until('provided', '2026-11-24')).toBe('2027-02-24')
  expect(until('provided', '2026-12-24')).toBe('2027-03-24')
  expect(until('provided', '2026-12-25')).toBeNull()
  expect(until('provided', '2026-11-23')).toBeNull()
  expect(until('provided', null)).toBeNull()
  expect(until('provided', '2026-11-30')).toBe('2027-02-28')
  expect(until('provided', '2026-12-01', false, 1)).toBe('2027-01-01')
  expect(until('provided', '2026-12-01', true)).toBeNull()
  for (const state of states.filter((one) => one !== 'provided'))
    expect([state, until(state, '2026-12-01')]).toEqual([state, null])
})
