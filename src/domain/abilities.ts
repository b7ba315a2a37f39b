import { createMongoAbility, type MongoAbility } from '@casl/ability'

// Permissions in the agency area (spec section 6), such as who may release an order: the server refuses by them, the web hides by
// them.

export type Role = 'owner' | 'inactive-owner' | 'employee'

export type Subject =
  | 'employees'
  | 'invitation' // the invitation tool
  | 'bonus-plan'
  | 'invoices'
  | 'administration'
  | 'order-report'
  | 'recommender-report'
  | 'rewards'
  | 'statistics-report'
  | 'master-data'

export type Action = 'read' | 'create' | 'update' | 'delete' | 'release'
export type Ability = MongoAbility<[Action, Subject]>

type Grants = Partial<Record<Subject, readonly Action[]>>

const reports = {
  administration: ['read'],
  'order-report': ['read'],
  'recommender-report': ['read'],
  rewards: ['read'],
  'statistics-report': ['read'],
} as const satisfies Grants

// A stopped or waiting agency may see what it earned; the operator decides everything else.
const inactiveOwner = {
  ...reports,
  'bonus-plan': ['read', 'create', 'delete'],
  invoices: ['read'],
  'master-data': ['read', 'update'],
} as const satisfies Grants

const grants = {
  owner: {
    ...inactiveOwner,
    'order-report': ['read', 'release'],
    employees: ['read', 'create', 'update', 'delete'],
    invitation: ['read', 'create', 'update', 'delete'],
  },
  'inactive-owner': inactiveOwner,
  employee: {
    ...reports,
    'order-report': ['read', 'release'],
    invitation: ['read', 'create', 'update', 'delete'],
    'bonus-plan': ['read'],
    'master-data': ['read'],
  },
} as const satisfies Record<Role, Grants>

const known = new Map<Role | null, Ability>()

/** The permissions of a role; null: not logged in. Nobody changes them. */
export function abilitiesOf(role: Role | null): Ability {
  const made = known.get(role) ?? makeAbilities(role)
  known.set(role, made)
  return made
}

function makeAbilities(role: Role | null): Ability {
  const granted: Grants = role ? grants[role] : {}
  return createMongoAbility<[Action, Subject]>(
    (Object.entries(granted) as [Subject, Action[]][]).map(([subject, action]) => ({
      subject,
      action,
    })),
  )
}
