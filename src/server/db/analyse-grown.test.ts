import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { analyseGrown } from './analyse-grown.ts'
import { withTenant } from './connection.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const addLines = (rows: number) =>
  withTenant(server.db, 'standard', async (tx) => {
    await sql`
      insert into bank_lines (tenant, line_id, account, line_key, digest, file_hash, booked_on, day_on, direction, cents, currency, is_return, created_at)
      select 'standard', id, 'A', id::text, id::text, 'f', '2026-06-01', '2026-06-01', 'DBIT', 100, 'EUR', false, now()
      from (select gen_random_uuid() as id from generate_series(1, ${rows})) made`.execute(tx)
    await analyseGrown(tx, 'bank_lines')
  })
const rowsTaken = () =>
  withTenant(server.db, 'standard', async (tx) => {
    const { rows } = await sql<{ rows: number }>`
      select reltuples::int as rows from pg_class where relname = 'bank_lines'`.execute(tx)
    return rows[0]!.rows
  })

test('a table that has doubled is analysed by whoever filled it, and one that grew a little is not', async () => {
  await addLines(10)
  expect(await rowsTaken()).toBe(-1)
  await addLines(3_000)
  expect(await rowsTaken()).toBe(3_010)
  await addLines(1_000)
  expect(await rowsTaken()).toBe(3_010)
  await addLines(4_000)
  expect(await rowsTaken()).toBe(8_010)
})

test('the app analyses only the tables that the function names', async () => {
  await withTenant(server.db, 'standard', (tx) =>
    sql`select analyse_grown(array['audit_log', 'tenants'])`.execute(tx),
  )
  await expect(
    withTenant(server.db, 'standard', (tx) =>
      sql`select analyse_grown(array['nothing; drop table payouts'])`.execute(tx),
    ),
  ).rejects.toThrow('invalid name syntax')
})
