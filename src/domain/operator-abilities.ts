import { createMongoAbility, type MongoAbility } from '@casl/ability'
import { platformCode } from './platform.ts'

// What operators may do at a tenant: server, web and command line ask this one table. No role decides about what concerns itself; that is
// asked of the case, not here.

export const operatorRoles = [
  'support',
  'reviewer',
  'payout-preparer',
  'payout-approver',
  'editor',
  'publisher',
  'analyst',
  'tenant-admin',
  'auditor',
  'platform-operator',
] as const
export type OperatorRole = (typeof operatorRoles)[number]

export const operatorSubjects = [
  'today', // what waits, as far as the other rights go
  'people', // with personal data
  'reviews',
  'claims',
  'orders',
  'rewards',
  'goodwill',
  'agencies',
  'invoices', // of agencies, and credit notes of sales partners
  'payouts',
  'payout-account', // that a public tenant pays from
  'vouchers', // stock of codes, and orders at a provider; never a code
  'content',
  'figures', // without personal data
  'settings',
  'team',
  'audit',
  'operations', // jobs, mails, feeds, files of this tenant
  'platform', // servers and the list of tenants
] as const
export type OperatorSubject = (typeof operatorSubjects)[number]

/** `decide`: a case as the first person; `approve`: as the second, or what a first one prepared. */
export const operatorActions = ['read', 'create', 'update', 'delete', 'decide', 'approve'] as const
export type OperatorAction = (typeof operatorActions)[number]

export type OperatorAbility = MongoAbility<[OperatorAction, OperatorSubject]>

type Grants = Partial<Record<OperatorSubject, readonly OperatorAction[]>>

const grants = {
  support: {
    people: ['read', 'update', 'delete'],
    claims: ['read', 'decide'],
    orders: ['read'],
    rewards: ['read', 'update', 'decide'],
    goodwill: ['read', 'create'],
    agencies: ['read', 'update'],
    invoices: ['read'],
  },
  reviewer: {
    people: ['read'],
    reviews: ['read', 'decide', 'approve'],
    claims: ['read', 'decide'],
    orders: ['read', 'update', 'approve'],
    rewards: ['read', 'update', 'decide', 'approve'],
    goodwill: ['read', 'approve'],
    agencies: ['read', 'update', 'decide'],
    invoices: ['read'],
  },
  'payout-preparer': {
    orders: ['read', 'create', 'approve'],
    rewards: ['read'],
    invoices: ['read', 'update'],
    payouts: ['read', 'create', 'update'],
    'payout-account': ['read'],
    vouchers: ['read', 'create'],
    figures: ['read'],
  },
  'payout-approver': {
    rewards: ['read', 'approve'],
    goodwill: ['read', 'approve'],
    invoices: ['read', 'update'],
    payouts: ['read', 'update', 'approve'],
    'payout-account': ['read', 'update', 'approve'],
    vouchers: ['read'],
    figures: ['read'],
  },
  editor: { content: ['read', 'create', 'update'], figures: ['read'] },
  publisher: { content: ['read', 'approve'], figures: ['read'] },
  analyst: { figures: ['read'] },
  'tenant-admin': {
    settings: ['read', 'update'],
    'payout-account': ['read', 'create', 'update', 'approve'],
    team: ['read', 'create', 'update', 'delete'],
    audit: ['read'],
    operations: ['read', 'update'],
    vouchers: ['read'],
    figures: ['read'],
  },
  auditor: {
    people: ['read'],
    reviews: ['read'],
    claims: ['read'],
    orders: ['read'],
    rewards: ['read'],
    goodwill: ['read'],
    agencies: ['read'],
    invoices: ['read'],
    payouts: ['read'],
    'payout-account': ['read'],
    vouchers: ['read'],
    content: ['read'],
    figures: ['read'],
    settings: ['read'],
    team: ['read'],
    audit: ['read'],
    operations: ['read'],
  },
  'platform-operator': {
    platform: ['read', 'create', 'update', 'delete'],
    operations: ['read', 'update'],
  },
} as const satisfies Record<OperatorRole, Grants>

const everybody = { today: ['read'] } as const satisfies Grants

/** What somebody needs for a call or command. */
export type OperatorNeed = readonly [OperatorAction, OperatorSubject]

/** What the roles may do together. */
export function operatorAbilities(roles: readonly OperatorRole[]): OperatorAbility {
  const rules = roles.flatMap((role) =>
    (
      Object.entries({ ...everybody, ...grants[role] }) as [OperatorSubject, OperatorAction[]][]
    ).map(([subject, action]) => ({ subject, action })),
  )
  return createMongoAbility<[OperatorAction, OperatorSubject]>(rules)
}

/** Making an API key takes both (decisions 587 and 606). */
export const keyNeeds = {
  settings: ['update', 'settings'],
  orders: ['create', 'orders'],
} as const satisfies Record<string, OperatorNeed>

/** What somebody lacks for making keys. */
export const lackedForKeys = (
  roles: readonly OperatorRole[],
  place: string,
): OperatorNeed | undefined => Object.values(keyNeeds).find((need) => !mayAt(roles, place, need))

export const mayMakeKeys = (roles: readonly OperatorRole[], place: string): boolean =>
  lackedForKeys(roles, place) === undefined

/** Whether a right is one of those. */
export const isForKeys = (role: OperatorRole): boolean =>
  Object.values(keyNeeds).some(([action, subject]) =>
    operatorAbilities([role]).can(action, subject),
  )

/** What decides about money, or who may: by changing it. */
const money: readonly OperatorSubject[] = [
  'claims',
  'goodwill',
  'invoices',
  'orders',
  'payouts',
  'payout-account',
  'platform',
  'reviews',
  'rewards',
  'settings',
  'team',
  'vouchers',
]

/** Whether a right moves money, or lets somebody decide who does: its grant is mailed. */
export function movesMoney(role: OperatorRole): boolean {
  const able = operatorAbilities([role])
  const changes = operatorActions.filter((action) => action !== 'read')
  return money.some((subject) => changes.some((action) => able.can(action, subject)))
}

/**
 * Whether roles held at a place are enough there. Team and log of the platform itself are its operators' alone, and there all tenants'
 * settings.
 */
export function mayAt(
  roles: readonly OperatorRole[],
  place: string,
  [action, subject]: OperatorNeed,
): boolean {
  const isOwn = place === platformCode && ['team', 'audit', 'settings'].includes(subject)
  return operatorAbilities(roles).can(action, isOwn ? 'platform' : subject)
}
