import { expect, test } from 'vitest'
import {
  isOrderable,
  mayOrderAfterAsking,
  mayRetry,
  nextStep,
  voucherOrderStates,
  voucherRefusals,
} from './voucher-order.ts'

test('only an order that was never sent is sent at once; what may have been sent is asked for first', () => {
  expect(voucherOrderStates.map((state) => [state, nextStep(state)])).toEqual([
    ['reserved', 'order'],
    ['unknown', 'ask'],
    ['ordered', 'ask'],
    ['delivered', 'none'],
    ['failed', 'none'],
  ])
  expect(voucherOrderStates.filter(mayOrderAfterAsking)).toEqual(['unknown'])
})

test('a person may try again what failed, but not what was claimed back', () => {
  expect(voucherRefusals.filter((reason) => !mayRetry({ state: 'failed', reason }))).toEqual([
    'claimed-back',
  ])
  for (const state of voucherOrderStates)
    if (state !== 'failed') expect(mayRetry({ state, reason: null })).toBe(false)
})

test('an amount is ordered from the least to the most', () => {
  const one = { products: ['A'], leastCents: 500, mostCents: 5000 }
  expect([499, 500, 5000, 5001].map((cents) => isOrderable(one, cents))).toEqual([
    false,
    true,
    true,
    false,
  ])
})
