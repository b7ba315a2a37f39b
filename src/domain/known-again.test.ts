import { expect, test } from 'vitest'
import { knownUntil, personText } from './known-again.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const past = {
  rewardedOn: [day('2026-03-01'), day('2025-12-31')],
  contractsOn: [day('2026-08-31')],
}
const rules = (cents: number | null, months: number | null) => ({
  cap: { cents, per: 'policy-and-year' as const, excess: 'auto' as const },
  eligibility: {
    sameEmail: 'hold' as const,
    sameBankAccount: 'hold' as const,
    sameHousehold: 'hold' as const,
    existingCustomerMonths: months,
    maxRewardedPerYear: null,
  },
})
const until = (...asked: Parameters<typeof rules>) => knownUntil(rules(...asked), past)?.toString()

test('a cap per calendar year knows a person again until the year of the last reward is over', () => {
  expect(until(1500, null)).toBe('2026-12-31')
})

test('a look-back knows a customer again until its months are over', () => {
  expect(until(null, 6)).toBe('2027-02-28')
  expect(until(1500, 6)).toBe('2027-02-28')
  expect(until(1500, 1)).toBe('2026-12-31')
})

test('without such a rule, or without earlier rewards, nothing is kept', () => {
  expect(until(null, null)).toBeUndefined()
  expect(knownUntil(rules(1500, 6), { rewardedOn: [], contractsOn: [] })).toBeNull()
  const perReward = {
    ...rules(1500, null),
    cap: { ...rules(1500, null).cap, per: 'reward' as const },
  }
  expect(knownUntil(perReward, past)).toBeNull()
})

test('the same mailbox is another person at another tenant', () => {
  expect(personText('bgv', 'a@b.example')).not.toBe(personText('standard', 'a@b.example'))
})
