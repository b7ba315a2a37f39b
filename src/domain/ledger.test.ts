import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  accounts,
  addsUpToZero,
  balance,
  cancelEvent,
  postingsFor,
  rewardEvents,
} from './ledger.ts'
import type { Account, Posting, RewardEvent } from './ledger.ts'

describe('postingsFor', () => {
  test.each([
    ['created', 'programme', 'committed'],
    ['provided', 'committed', 'payable'],
    ['collected-voucher-paid', 'payable', 'paid-voucher'],
    ['claimed-for-payout', 'payable', 'in-transit'],
    ['settled', 'in-transit', 'paid-bank'],
    ['settled-undone', 'paid-bank', 'in-transit'],
    ['rejected', 'in-transit', 'payable'],
    ['returned', 'paid-bank', 'payable'],
    ['expired', 'payable', 'expired'],
    ['expired-open', 'committed', 'expired'],
    ['cancelled-open', 'committed', 'cancelled'],
    ['cancelled-provided', 'payable', 'cancelled'],
    ['cancelled-collected', 'payable', 'cancelled'],
    ['claim-bank', 'paid-bank', 'claims'],
    ['claim-voucher', 'paid-voucher', 'claims'],
    ['claim-recovered', 'claims', 'cancelled'],
    ['claim-repaid', 'claims', 'cancelled'],
    ['repayment-undone', 'cancelled', 'claims'],
    ['claim-written-off', 'claims', 'written-off'],
    ['set-off', 'payable', 'set-off'],
    ['claim-set-off', 'claims', 'cancelled'],
    ['set-off-undone', 'set-off', 'cancelled'],
    ['claim-again', 'cancelled', 'claims'],
  ] as [RewardEvent, Account, Account][])('%s moves from %s to %s', (event, from, to) => {
    expect(postingsFor(event, 5000)).toEqual([
      { account: from, cents: -5000 },
      { account: to, cents: 5000 },
    ])
  })

  test('the list above is the whole list', () => {
    expect(rewardEvents).toHaveLength(23)
  })

  test.each([0, -1, 0.5, Number.NaN, Infinity])('%s cents are refused', (cents) => {
    expect(() => postingsFor('created', cents)).toThrow(RangeError)
  })
})

describe('the ledger', () => {
  // Every event that a reward can meet while its money lies in an account.
  const follows: Record<Account, RewardEvent[]> = {
    programme: ['created'],
    committed: ['provided', 'cancelled-open'],
    payable: [
      'collected-voucher-paid',
      'claimed-for-payout',
      'expired',
      'cancelled-provided',
      'cancelled-collected',
      'set-off',
    ],
    'in-transit': ['settled', 'rejected'],
    'paid-bank': ['returned', 'claim-bank', 'settled-undone'],
    'paid-voucher': ['claim-voucher'],
    claims: ['claim-recovered', 'claim-written-off', 'claim-set-off'],
    cancelled: ['claim-again'],
    expired: [],
    'set-off': ['set-off-undone'],
    'written-off': [],
  }

  test('postings add up to zero after every step, and the money is in exactly one account', () => {
    const choices = fc.array(fc.nat({ max: 9 }), { maxLength: 15 })
    fc.assert(
      fc.property(choices, fc.integer({ min: 1, max: 1_000_000 }), (picks, cents) => {
        let where: Account = 'programme'
        const postings: Posting[] = []
        for (const pick of [0, ...picks]) {
          const events: RewardEvent[] = follows[where]
          if (events.length === 0) break
          const moved = postingsFor(events[pick % events.length]!, cents)
          expect(moved[0]?.account).toBe(where)
          where = moved[1]!.account
          postings.push(...moved)
          expect(addsUpToZero(postings)).toBe(true)
          const sums = balance(postings)
          for (const account of accounts) {
            const expected = account === 'programme' ? -cents : account === where ? cents : 0
            expect(sums[account] === expected).toBe(true)
          }
        }
      }),
    )
  })

  test('an empty one has every account at zero', () => {
    expect(balance([])).toEqual(Object.fromEntries(accounts.map((account) => [account, 0])))
    expect(addsUpToZero([])).toBe(true)
  })

  test('a missing half is noticed', () => {
    expect(addsUpToZero(postingsFor('created', 1).slice(1))).toBe(false)
    expect(addsUpToZero([...postingsFor('created', 1), { account: 'payable', cents: 1 }])).toBe(
      false,
    )
  })
})

describe('cancelEvent', () => {
  const at = { inTransit: false, paidBy: null }
  test('an unpaid reward is cancelled from where it is', () => {
    expect(cancelEvent({ ...at, state: 'open' })).toBe('cancelled-open')
    expect(cancelEvent({ ...at, state: 'provided' })).toBe('cancelled-provided')
    expect(cancelEvent({ ...at, state: 'collected' })).toBe('cancelled-collected')
  })

  test('a payment at the bank waits for its answer', () => {
    expect(cancelEvent({ state: 'collected', inTransit: true, paidBy: null })).toBeNull()
  })

  test('a paid one becomes a claim, by the way it was paid', () => {
    expect(cancelEvent({ ...at, state: 'paid', paidBy: 'bank' })).toBe('claim-bank')
    expect(cancelEvent({ ...at, state: 'paid', paidBy: 'voucher' })).toBe('claim-voucher')
  })

  test('what is over stays over', () => {
    expect(cancelEvent({ ...at, state: 'cancelled' })).toBeNull()
    expect(cancelEvent({ ...at, state: 'expired' })).toBeNull()
  })
})
