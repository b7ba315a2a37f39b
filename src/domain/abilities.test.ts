import { expect, test } from 'vitest'
import { abilitiesOf, type Action, type Role, type Subject } from './abilities.ts'

const actions: Action[] = ['read', 'create', 'update', 'delete', 'release']

// Spec section 6, cell by cell: what the letters stand for is read, create, update, delete, release (x).
const table: Record<Subject, Record<Role, string>> = {
  employees: { owner: 'rcud', 'inactive-owner': '', employee: '' },
  invitation: { owner: 'rcud', 'inactive-owner': '', employee: 'rcud' },
  'bonus-plan': { owner: 'rcd', 'inactive-owner': 'rcd', employee: 'r' },
  invoices: { owner: 'r', 'inactive-owner': 'r', employee: '' },
  administration: { owner: 'r', 'inactive-owner': 'r', employee: 'r' },
  'order-report': { owner: 'rx', 'inactive-owner': 'r', employee: 'rx' },
  'recommender-report': { owner: 'r', 'inactive-owner': 'r', employee: 'r' },
  rewards: { owner: 'r', 'inactive-owner': 'r', employee: 'r' },
  'statistics-report': { owner: 'r', 'inactive-owner': 'r', employee: 'r' },
  'master-data': { owner: 'ru', 'inactive-owner': 'ru', employee: 'r' },
}
const letters: Record<Action, string> = {
  read: 'r',
  create: 'c',
  update: 'u',
  delete: 'd',
  release: 'x',
}

test.each(Object.entries(table) as [Subject, Record<Role, string>][])(
  'each role may do with %s exactly what the specification says',
  (subject, roles) => {
    for (const [role, allowed] of Object.entries(roles) as [Role, string][]) {
      const ability = abilitiesOf(role)
      const can = actions.filter((action) => ability.can(action, subject))
      expect([role, can.map((action) => letters[action]).join('')]).toEqual([role, allowed])
    }
  },
)

test('the minimal role may do nothing', () => {
  const ability = abilitiesOf(null)
  for (const subject of Object.keys(table) as Subject[])
    for (const action of actions) expect(ability.can(action, subject)).toBe(false)
})
