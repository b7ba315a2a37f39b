import { expect, test } from 'vitest'
import { operatorAbilities, operatorRoles } from './operator-abilities.ts'
import { isAboveOwn, ownLimit } from './payout-limits.ts'

const rules = { preparerCents: 50_000, approverCents: 20_000 }

test('each role that proposes or approves payouts has its own limit, and every such role has one', () => {
  expect(ownLimit(rules, ['payout-preparer'], 'create')).toBe(50_000)
  expect(ownLimit(rules, ['payout-approver'], 'approve')).toBe(20_000)
  expect(ownLimit(rules, ['support', 'payout-approver', 'tenant-admin'], 'approve')).toBe(20_000)
  for (const act of ['create', 'approve'] as const)
    for (const role of operatorRoles)
      if (operatorAbilities([role]).can(act, 'payouts'))
        expect([role, ownLimit(rules, [role], act)]).toEqual([role, expect.any(Number)])
})

test('without a limit of the role the tenant’s alone count, and the limit of one act is none of the other', () => {
  expect(ownLimit({ ...rules, preparerCents: null }, ['payout-preparer'], 'create')).toBeNull()
  expect(ownLimit({ ...rules, preparerCents: null }, ['payout-approver'], 'approve')).toBe(20_000)
})

test('who has no such right any more has no more than who has it', () => {
  expect(ownLimit(rules, [], 'approve')).toBe(20_000)
  expect(ownLimit(rules, ['analyst'], 'create')).toBe(50_000)
})

test('to the cent, and together with what was approved alone before', () => {
  expect(isAboveOwn(20_000, 20_000, 0)).toBe(false)
  expect(isAboveOwn(20_000, 20_001, 0)).toBe(true)
  expect(isAboveOwn(20_000, 10_000, 10_001)).toBe(true)
  expect(isAboveOwn(0, 1, 0)).toBe(true)
  expect(isAboveOwn(null, 99_999_999_999, 99_999_999_999)).toBe(false)
})
