import { expect, test } from 'vitest'
import {
  lackedForKeys,
  operatorAbilities,
  operatorActions,
  operatorRoles,
  operatorSubjects,
  type OperatorAction,
  type OperatorRole,
  type OperatorSubject,
} from './operator-abilities.ts'

const letters: Record<OperatorAction, string> = {
  read: 'r',
  create: 'c',
  update: 'u',
  delete: 'd',
  decide: 'e',
  approve: 'a',
}

// Cell by cell; an empty one is left out.
const table: Record<OperatorSubject, Partial<Record<OperatorRole, string>>> = {
  today: Object.fromEntries(operatorRoles.map((role) => [role, 'r'])),
  people: { support: 'rud', reviewer: 'r', auditor: 'r' },
  reviews: { reviewer: 'rea', auditor: 'r' },
  claims: { support: 're', reviewer: 're', auditor: 'r' },
  orders: { support: 'r', reviewer: 'rua', 'payout-preparer': 'rca', auditor: 'r' },
  rewards: {
    support: 'rue',
    reviewer: 'ruea',
    'payout-preparer': 'r',
    'payout-approver': 'ra',
    auditor: 'r',
  },
  goodwill: { support: 'rc', reviewer: 'ra', 'payout-approver': 'ra', auditor: 'r' },
  agencies: { support: 'ru', reviewer: 'rue', auditor: 'r' },
  invoices: {
    support: 'r',
    reviewer: 'r',
    'payout-preparer': 'ru',
    'payout-approver': 'ru',
    auditor: 'r',
  },
  payouts: { 'payout-preparer': 'rcu', 'payout-approver': 'rua', auditor: 'r' },
  'payout-account': {
    'payout-preparer': 'r',
    'payout-approver': 'rua',
    'tenant-admin': 'rcua',
    auditor: 'r',
  },
  vouchers: { 'payout-preparer': 'rc', 'payout-approver': 'r', 'tenant-admin': 'r', auditor: 'r' },
  content: { editor: 'rcu', publisher: 'ra', auditor: 'r' },
  figures: {
    'payout-preparer': 'r',
    'payout-approver': 'r',
    editor: 'r',
    publisher: 'r',
    analyst: 'r',
    'tenant-admin': 'r',
    auditor: 'r',
  },
  settings: { 'tenant-admin': 'ru', auditor: 'r' },
  team: { 'tenant-admin': 'rcud', auditor: 'r' },
  audit: { 'tenant-admin': 'r', auditor: 'r' },
  operations: { 'tenant-admin': 'ru', auditor: 'r', 'platform-operator': 'ru' },
  platform: { 'platform-operator': 'rcud' },
}

test.each(operatorSubjects)('each role may do with %s exactly what the table says', (subject) => {
  for (const role of operatorRoles) {
    const ability = operatorAbilities([role])
    const can = operatorActions.filter((action) => ability.can(action, subject))
    const said = can.map((action) => letters[action]).join('')
    expect([role, said]).toEqual([role, table[subject][role] ?? ''])
  }
})

test('roles add up, and no role may do nothing', () => {
  const both = operatorAbilities(['support', 'reviewer'])
  expect([both.can('create', 'goodwill'), both.can('approve', 'goodwill')]).toEqual([true, true])
  const none = operatorAbilities([])
  for (const subject of operatorSubjects)
    for (const action of operatorActions) expect(none.can(action, subject)).toBe(false)
})

test('an auditor changes nothing, an analyst sees no person, an admin no money', () => {
  const auditor = operatorAbilities(['auditor'])
  for (const subject of operatorSubjects)
    for (const action of operatorActions)
      if (action !== 'read') expect(auditor.can(action, subject)).toBe(false)
  const seen = (role: OperatorRole) =>
    operatorSubjects.filter((subject) => operatorAbilities([role]).can('read', subject))
  expect(seen('analyst')).toEqual(['today', 'figures'])
  for (const money of ['rewards', 'goodwill', 'invoices', 'payouts', 'orders'] as const)
    expect(seen('tenant-admin')).not.toContain(money)
  expect(seen('platform-operator')).toEqual(['today', 'operations', 'platform'])
})

test('who may make no keys hears which right is lacking', () => {
  expect(lackedForKeys(['payout-preparer'], 'standard')).toEqual(['update', 'settings'])
  expect(lackedForKeys(['tenant-admin'], 'standard')).toEqual(['create', 'orders'])
  expect(lackedForKeys(['tenant-admin', 'payout-preparer'], 'standard')).toBeUndefined()
})
