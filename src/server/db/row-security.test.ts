import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { makeActors } from '../../../test/helpers/actors.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { withTenant } from './connection.ts'

// Row security is the second wall behind every `where tenant = …`: these statements have no such filter on purpose.

let server: TestServer
let tables: string[]
beforeAll(async () => {
  server = await startTestServer()
  await makeActors(server)
  tables = await asOwner<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`).then(
    (rows) => rows.map((row) => row.name),
  )
})
afterAll(() => server.stop())

async function asOwner<T extends pg.QueryResultRow>(statement: string): Promise<T[]> {
  const owner = new pg.Client({ connectionString: server.database.ownerUrl })
  await owner.connect()
  try {
    return (await owner.query<T>(statement)).rows
  } finally {
    await owner.end()
  }
}

test('a statement that forgets its tenant sees the rows of the own one alone, in every table', async () => {
  const filled: string[] = []
  for (const table of tables) {
    const all = await asOwner<{ tenant: string }>(`select distinct tenant from ${table}`)
    if (all.some(({ tenant }) => tenant === 'standard')) filled.push(table)
    const { rows } = await withTenant(server.db, 'telko', (tx) =>
      sql`select tenant from ${sql.table(table)} where tenant <> 'telko'`.execute(tx),
    )
    expect([table, rows]).toEqual([table, []])
  }
  // Tables without a row of the other tenant would prove nothing.
  expect(filled).toEqual(
    expect.arrayContaining(['accounts', 'tokens', 'referrals', 'recipients', 'orders', 'rewards']),
  )
  expect(filled.length).toBeGreaterThan(12)
})

test('without a tenant nothing is seen at all', async () => {
  for (const table of tables) {
    const { rows } = await server.db.pool.query(`select tenant from ${table}`)
    expect([table, rows]).toEqual([table, []])
  }
})

test('which tenants there are is known before one is set, and nothing of their settings', async () => {
  const codes = await asOwner<{ tenant: string }>('select tenant from tenants order by tenant')
  const { rows } = await server.db.pool.query('select list_tenants() as tenant')
  expect(rows).toEqual(codes)
  expect(rows.length).toBeGreaterThan(3)
  const seen = await withTenant(server.db, 'telko', (tx) =>
    sql<{ tenant: string; config: object }>`select tenant, config from tenants`.execute(tx),
  )
  expect(seen.rows.map(({ tenant }) => tenant)).toEqual(['telko'])
})

/** The app's login appends to the audit log by a function alone, and triggers book what lines of the statement move. */
const writtenByFunction = ['audit_heads', 'audit_log', 'bank_line_bookings']

test('a row of another tenant is neither written nor changed', async () => {
  for (const table of tables) {
    const insert = withTenant(server.db, 'telko', (tx) =>
      sql`insert into ${sql.table(table)} (tenant) values ('standard')`.execute(tx),
    )
    await expect(insert, table).rejects.toThrow(
      writtenByFunction.includes(table) ? /permission denied/ : /row-level security/,
    )
  }
  const append = withTenant(server.db, 'telko', (tx) =>
    sql`select append_audit('standard', '[]')`.execute(tx),
  )
  await expect(append).rejects.toThrow(/another tenant/)
  const changed = await withTenant(server.db, 'telko', (tx) =>
    sql`update rewards set state = 'cancelled' where tenant = 'standard'`.execute(tx),
  )
  expect(changed.numAffectedRows).toBe(0n)
})
