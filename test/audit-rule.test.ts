import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeActions } from '../src/contract/audit-changes.ts'
import { audit, type AuditEntry } from '../src/server/base/audit-store.ts'
import { connect, withTenant, type Database } from '../src/server/db/connection.ts'
import { othersActions } from './helpers/audit-rule.ts'
import { createTestDatabase, type TestDatabase } from './helpers/database.ts'

// All tests of all acts run under this rule: it stands in their databases (test/helpers/audit-rule.ts).

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase('demo')
  db = connect(database.appUrl)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const write = (entry: Partial<AuditEntry>) =>
  withTenant(db, 'bgv', (tx) =>
    audit(tx, 'bgv', {
      at: Temporal.Instant.from('2026-11-18T09:00:00Z'),
      actor: { kind: 'operator', id: 'planted' },
      subjectKind: 'account',
      subjectId: 'planted',
      ...entry,
    } as AuditEntry),
  )

test('no change that an operator can make is written without before and after, whoever makes it', async () => {
  for (const action of changeActions) {
    await expect(write({ action, details: { before: 'only' } })).rejects.toThrow('before and after')
    await write({ action, change: { before: null, after: { state: 'planted' } } })
  }
  const system = { kind: 'system', id: 'system' } as const
  await expect(write({ action: 'order-released', actor: system })).rejects.toThrow(
    'before and after',
  )
})

test('an operator writes no action of which nobody decided whether it has a before', async () => {
  expect(othersActions.length).toBeGreaterThan(40)
  for (const action of othersActions as 'open-reward'[]) {
    await expect(write({ action })).rejects.toThrow(action)
    await write({ action, actor: { kind: 'referrer', id: 'planted' } })
  }
})
