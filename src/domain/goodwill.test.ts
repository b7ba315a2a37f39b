import { expect, test } from 'vitest'
import { approvableCents, leftAlone, leftToApprove } from './goodwill.ts'
import { operatorAbilities, operatorRoles, type OperatorRole } from './operator-abilities.ts'

const none = {
  personCents: 0,
  operatorCents: 0,
  operatorDayCents: 0,
  approvedCents: 0,
  approvedDayCents: 0,
}

test('what is left to grant alone falls to nothing, never below, by person, by operator and by day', () => {
  const left = (given: Partial<typeof none>) => leftAlone({ ...none, ...given }, ['support'])
  expect([0, 1_000, 2_500, 9_000].map((personCents) => left({ personCents }))).toEqual([
    2_500, 1_500, 0, 0,
  ])
  expect([22_500, 24_000, 25_000, 30_000].map((operatorCents) => left({ operatorCents }))).toEqual([
    2_500, 1_000, 0, 0,
  ])
  expect(
    [7_500, 9_000, 10_000, 30_000].map((operatorDayCents) => left({ operatorDayCents })),
  ).toEqual([2_500, 1_000, 0, 0])
  expect(leftAlone(none, ['auditor'])).toBe(0)
})

test('what is left to approve falls by person, and by what the same operator approved in a day and in all', () => {
  const left = (given: Partial<typeof none>, role: OperatorRole = 'reviewer') =>
    leftToApprove({ ...none, ...given }, [role])
  expect([0, 4_000, 20_000].map((personCents) => left({ personCents }))).toEqual([10_000, 6_000, 0])
  expect([40_000, 45_000, 60_000].map((approvedDayCents) => left({ approvedDayCents }))).toEqual([
    10_000, 5_000, 0,
  ])
  expect([490_000, 495_000, 600_000].map((approvedCents) => left({ approvedCents }))).toEqual([
    10_000, 5_000, 0,
  ])
  expect(left({ approvedCents: 600_000 }, 'payout-approver')).toBe(100_000)
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
