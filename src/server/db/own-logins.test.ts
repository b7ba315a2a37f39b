import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts'
import { platformCode } from '../../domain/platform.ts'
import { demoTenants } from '../demo/demo-tenants.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { installQueue } from '../jobs/install-queue.ts'
import { listTenantRows, saveTenant } from '../tenant/store.ts'
import { checkDatabase } from './check-database.ts'
import { connect, withRelay, withTenant } from './connection.ts'
import { migrate } from './migrate.ts'

// Each process may have a login of its own, a member of the role that has the app's rights.

const password = randomBytes(12).toString('hex')
const logins = ['web', 'worker', 'command'].map((name) => `test_${name}_${password.slice(0, 8)}`)

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase('demo')
  await asOwner(
    ...logins.map(
      (name) => `create role ${name} login password '${password}' in role zuspruch_app`,
    ),
  )
})
afterAll(async () => {
  await asOwner(...logins.map((name) => `drop role ${name}`))
  await database.drop()
})

async function asOwner(...statements: string[]): Promise<void> {
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  for (const statement of statements) await owner.query(statement)
  await owner.end()
}

test.each(logins)('%s, a member of the app’s role, works as the app’s login does', async (name) => {
  const url = new URL(database.appUrl)
  url.username = name
  url.password = password
  await checkDatabase(url.href)
  const db = connect(url.href, { max: 1 })
  try {
    expect((await listTenantRows(db)).length).toBeGreaterThan(1)
    await withTenant(db, 'telko', (tx) => enqueue(tx, 'telko', 'follow-blocked-emails', {}))
    const waiting = await withRelay(db, (tx) => sql`select from outbox`.execute(tx))
    expect(waiting.rows.length).toBeGreaterThan(0)
    await sql`select from pgboss.job limit 1`.execute(db.kysely)
    // Its own rows alone, and nothing that the role lacks.
    const foreign = await withTenant(db, 'telko', (tx) =>
      sql`select from accounts where tenant <> 'telko'`.execute(tx),
    )
    expect(foreign.rows).toEqual([])
    const forbidden = withTenant(db, 'telko', (tx) => sql`delete from audit_log`.execute(tx))
    await expect(forbidden).rejects.toThrow(/permission denied/)
    await expect(sql`create table mine ()`.execute(db.kysely)).rejects.toThrow(/permission denied/)
  } finally {
    await db.close()
  }
})

test('an owner who is no superuser migrates, and the app lists tenants and reads the settings of each under its own', async () => {
  const name = `test_owner_${password.slice(0, 8)}`
  const at = (url: string, change: { username?: string; pathname: string }) => {
    const changed = new URL(url)
    changed.pathname = change.pathname
    if (change.username !== undefined)
      Object.assign(changed, { username: change.username, password })
    return changed.href
  }
  await asOwner(
    `create role ${name} login password '${password}' nosuperuser nobypassrls`,
    `create database ${name} owner ${name}`,
  )
  const ownerUrl = at(database.ownerUrl, { username: name, pathname: `/${name}` })
  const db = connect(at(database.appUrl, { pathname: `/${name}` }), { max: 1 })
  try {
    await migrate(ownerUrl)
    await installQueue(ownerUrl)
    await checkDatabase(at(database.appUrl, { pathname: `/${name}` }))
    const now = Temporal.Instant.from('2026-11-20T10:00:00Z')
    for (const { tenant } of demoTenants)
      await withTenant(db, tenant.code, (tx) => saveTenant(tx, tenant, now))
    const codes = demoTenants.map(({ tenant }) => tenant.code).toSorted()
    const listed = async () => (await listTenantRows(db)).map(({ config }) => config.code)
    expect(await listed()).toEqual(codes)
    const { rows } = await sql`select from tenants`.execute(db.kysely)
    expect(rows).toEqual([])
    // Row security binds the owner as before, but for the list that migrations go through.
    const owner = connect(ownerUrl, { max: 1 })
    const seen = await sql<{ tenant: string }>`select tenant from tenants order by tenant`.execute(
      owner.kysely,
    )
    const changed = await sql`update tenants set updated_at = now()`.execute(owner.kysely)
    await owner.close()
    expect(seen.rows.map(({ tenant }) => tenant)).toEqual([...codes, platformCode].toSorted())
    expect(changed.numAffectedRows).toBe(0n)
  } finally {
    await db.close()
    await asOwner(`drop database ${name} with (force)`, `drop role ${name}`)
  }
})
