import { expect, test } from 'vitest'
import { endOf, needsWaiver } from './account-end.ts'
import { cancelEvent } from './ledger.ts'
import { changeReward, rewardNext, type RewardState } from './reward.ts'

const states = Object.keys(rewardNext) as RewardState[]

test('every reward state has an outcome when the account is deleted', () => {
  expect(Object.fromEntries(states.map((state) => [state, endOf(state)]))).toEqual({
    open: 'given-up',
    provided: 'given-up',
    collected: 'still-paid',
    paid: 'over',
    cancelled: 'over',
    expired: 'over',
  })
})

test('what is given up can be cancelled, with its posting', () => {
  for (const state of states.filter((one) => endOf(one) === 'given-up')) {
    expect(changeReward(state, 'cancelled').kind).toBe('changed')
    expect(cancelEvent({ state, inTransit: false, paidBy: null })).toBe(`cancelled-${state}`)
  }
})

test.each([
  [[], 0, false],
  [[], 2500, true],
  [['open'], 0, true],
  [['paid', 'provided'], 0, true],
  [['collected', 'paid', 'cancelled', 'expired'], 0, false],
] as const)(
  'rewards %j with %i cents expected need a waiver: %s',
  (rewards, expectedCents, needed) => {
    expect(needsWaiver({ rewards, expectedCents })).toBe(needed)
  },
)
