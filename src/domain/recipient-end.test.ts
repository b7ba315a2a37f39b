import { expect, test } from 'vitest'
import type { OrderState } from './order.ts'
import { keptFor } from './recipient-end.ts'
import type { RewardState } from './reward.ts'

const reward = (state: RewardState, claimedBack = false, codeWaits = false) => ({
  state,
  claimedBack,
  codeWaits,
})

test('whoever has no contract is forgotten at once, a report of a browser or not', () => {
  expect(keptFor({ orders: [], rewards: [] })).toEqual([])
  expect(keptFor({ orders: ['reported'], rewards: [] })).toEqual([])
})

test.each([
  ['reported', []],
  ['confirmed', ['vertrag']],
  ['released', []],
  ['cancelled', []],
] satisfies [OrderState, string[]][])('an order that is %s keeps %j', (state, kept) => {
  expect(keptFor({ orders: ['cancelled', state], rewards: [] })).toEqual(kept)
})

test.each([
  ['open', ['praemie']],
  ['provided', ['praemie']],
  ['collected', ['praemie']],
  ['paid', []],
  ['cancelled', []],
  ['expired', []],
] satisfies [RewardState, string[]][])('a reward that is %s keeps %j', (state, kept) => {
  expect(keptFor({ orders: ['released'], rewards: [reward('paid'), reward(state)] })).toEqual(kept)
})

test('a paid reward that is claimed back keeps its person until it is settled', () => {
  expect(keptFor({ orders: ['cancelled'], rewards: [reward('paid', true)] })).toEqual(['praemie'])
})

test('a voucher keeps its person until the code is mailed', () => {
  expect(keptFor({ orders: [], rewards: [reward('paid', false, true)] })).toEqual(['praemie'])
})
