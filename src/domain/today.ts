import type { OperatorAbility, OperatorAction, OperatorSubject } from './operator-abilities.ts'

// What the page Today shows to whom.

export const taskKinds = [
  'reviews',
  'own-refusals', // objections to what the caller refused
  'claims',
  'goodwill',
  'clawbacks',
  'clawback-proposals',
  'voucher-codes', // reported as faulty
  'voucher-orders', // that failed at the provider
  'low-vouchers', // pools of codes
  'order-files', // that a second person starts
  'unmatched-orders',
  'agencies',
  'sales-partners',
  'payout-proposals',
  'account-changes', // another account to pay from, for a second person
  'account-notices', // that was approved, or that the caller proposed: it can be stopped
  'held-payments',
  'bank-returns', // money that came back by somebody's file, for a second person
  'bank-lines', // that nobody can assign without a person
  'named-lines', // what somebody calls them, for a second person to say the same
  'stopped-uploads', // files of the bank that nobody has applied
  'lost-payments', // on their way for more than five bank days
  'overdue-invoices',
  'books', // that do not agree
  'waiting-month', // of the books, that should have closed by itself
  'ending-keys', // of the API, within weeks: somebody makes a new one before
  'dead-jobs', // that used up their tries
  // What the caller brought, so that somebody else decides.
  'own-payout-proposals',
  'own-named-lines',
  'own-goodwill',
  'own-clawback-proposals',
  'own-voucher-codes',
  'own-order-files',
] as const
export type TaskKind = (typeof taskKinds)[number]

/** Who sees a task at all, and who can do something about it: any one of these. */
const tasks: Record<TaskKind, { subject: OperatorSubject; acts: readonly OperatorAction[] }> = {
  reviews: { subject: 'reviews', acts: ['decide'] },
  'own-refusals': { subject: 'reviews', acts: [] },
  claims: { subject: 'claims', acts: ['decide'] },
  goodwill: { subject: 'goodwill', acts: ['approve'] },
  clawbacks: { subject: 'rewards', acts: ['update'] },
  'clawback-proposals': { subject: 'rewards', acts: ['approve'] },
  'voucher-codes': { subject: 'rewards', acts: ['approve'] },
  'voucher-orders': { subject: 'vouchers', acts: ['create'] },
  'low-vouchers': { subject: 'vouchers', acts: ['create'] },
  'order-files': { subject: 'orders', acts: ['approve'] },
  'unmatched-orders': { subject: 'orders', acts: ['update'] },
  agencies: { subject: 'agencies', acts: ['decide'] },
  'sales-partners': { subject: 'agencies', acts: ['decide'] },
  'payout-proposals': { subject: 'payouts', acts: ['approve'] },
  'account-changes': { subject: 'payout-account', acts: ['approve'] },
  'account-notices': { subject: 'payout-account', acts: ['update'] },
  'held-payments': { subject: 'payouts', acts: ['approve'] },
  'bank-returns': { subject: 'payouts', acts: ['approve'] },
  'bank-lines': { subject: 'payouts', acts: ['approve'] },
  'named-lines': { subject: 'payouts', acts: ['approve', 'update'] },
  'stopped-uploads': { subject: 'payouts', acts: ['create'] },
  'lost-payments': { subject: 'payouts', acts: ['approve'] },
  'overdue-invoices': { subject: 'invoices', acts: ['update'] },
  books: { subject: 'payouts', acts: ['create', 'approve'] },
  'waiting-month': { subject: 'payouts', acts: ['create', 'approve'] },
  'ending-keys': { subject: 'settings', acts: ['update'] },
  'dead-jobs': { subject: 'operations', acts: ['update'] },
  'own-payout-proposals': { subject: 'payouts', acts: [] },
  'own-named-lines': { subject: 'payouts', acts: [] },
  'own-goodwill': { subject: 'goodwill', acts: [] },
  'own-clawback-proposals': { subject: 'rewards', acts: [] },
  'own-voucher-codes': { subject: 'rewards', acts: [] },
  'own-order-files': { subject: 'orders', acts: [] },
}

export const tasksFor = (ability: OperatorAbility): TaskKind[] =>
  taskKinds.filter((kind) => ability.can('read', tasks[kind].subject))

/** Whether it is the caller's own work; else others do it, and the caller may look. */
export const mayActOn = (ability: OperatorAbility, kind: TaskKind): boolean =>
  tasks[kind].acts.some((action) => ability.can(action, tasks[kind].subject))

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
  'reward-option': 'vouchers',
  payout: 'payouts',
  'payout-batch': 'payouts',
  'payout-proposal': 'payouts',
  'payout-account': 'payout-account',
  'bank-file': 'payouts',
  agency: 'agencies',
  'agency-user': 'agencies',
  'sales-partner': 'agencies',
  'books-month': 'payouts',
  invoice: 'invoices',
  'partner-note': 'invoices',
  operator: 'team',
  tenant: 'settings',
  'api-key': 'settings',
  job: 'operations',
}

export const changesFor = (ability: OperatorAbility): string[] =>
  Object.keys(subjectOfChange).filter((kind) => ability.can('read', subjectOfChange[kind]!))
