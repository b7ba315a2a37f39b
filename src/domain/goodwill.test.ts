import { expect, test } from 'vitest'
import { approvableCents, leftAlone } from './goodwill.ts'
import { operatorAbilities, operatorRoles } from './operator-abilities.ts'

test('what is left to grant alone falls to nothing, never below', () => {
  expect([0, 1_000, 2_500, 9_000].map(leftAlone)).toEqual([2_500, 1_500, 0, 0])
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
