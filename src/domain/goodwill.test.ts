import { expect, test } from 'vitest'
import { approvableCents, leftAlone, leftToApprove } from './goodwill.ts'
import { operatorAbilities, operatorRoles } from './operator-abilities.ts'

test('what is left to grant alone falls to nothing, never below, by person and by operator', () => {
  const left = (personCents: number, operatorCents = 0) =>
    leftAlone({ personCents, operatorCents }, ['support'])
  expect([0, 1_000, 2_500, 9_000].map((cents) => left(cents))).toEqual([2_500, 1_500, 0, 0])
  expect([22_500, 24_000, 25_000, 30_000].map((all) => left(0, all))).toEqual([2_500, 1_000, 0, 0])
  expect(leftAlone({ personCents: 0, operatorCents: 0 }, ['auditor'])).toBe(0)
  expect([0, 4_000, 20_000].map((all) => leftToApprove(all, ['reviewer']))).toEqual([
    10_000, 6_000, 0,
  ])
})

test('who may approve goodwill has a limit, and nobody else has one', () => {
  for (const role of operatorRoles)
    expect([role, approvableCents([role]) > 0]).toEqual([
      role,
      operatorAbilities([role]).can('approve', 'goodwill'),
    ])
  expect(approvableCents(['support', 'reviewer'])).toBe(10_000)
  expect(approvableCents(['reviewer', 'payout-approver'])).toBe(100_000)
  expect(approvableCents([])).toBe(0)
})
