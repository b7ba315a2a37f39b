import type { OperatorAbility, OperatorSubject } from './operator-abilities.ts'

// What the page Today shows to whom.

export const taskKinds = [
  'reviews',
  'claims',
  'goodwill',
  'clawbacks',
  'unmatched-orders',
  'agencies',
  'sales-partners',
  'held-payments',
] as const
export type TaskKind = (typeof taskKinds)[number]

const subjectOfTask: Record<TaskKind, OperatorSubject> = {
  reviews: 'reviews',
  claims: 'claims',
  goodwill: 'goodwill',
  clawbacks: 'rewards',
  'unmatched-orders': 'orders',
  agencies: 'agencies',
  'sales-partners': 'agencies',
  'held-payments': 'payouts',
}

export const tasksFor = (ability: OperatorAbility): TaskKind[] =>
  taskKinds.filter((kind) => ability.can('read', subjectOfTask[kind]))

/** Subjects of the audit log whose changes those see who may read their list. */
const subjectOfChange: Record<string, OperatorSubject> = {
  account: 'people',
  recipient: 'people',
  referral: 'orders',
  order: 'orders',
  'partner-order': 'orders',
  claim: 'claims',
  objection: 'reviews',
  reward: 'rewards',
  payout: 'payouts',
  'payout-batch': 'payouts',
  'bank-file': 'payouts',
  agency: 'agencies',
  'agency-user': 'agencies',
  'sales-partner': 'agencies',
  invoice: 'invoices',
  'partner-note': 'invoices',
  operator: 'team',
  tenant: 'settings',
  'api-key': 'settings',
  job: 'operations',
}

export const changesFor = (ability: OperatorAbility): string[] =>
  Object.keys(subjectOfChange).filter((kind) => ability.can('read', subjectOfChange[kind]!))
