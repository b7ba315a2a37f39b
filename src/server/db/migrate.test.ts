import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let app: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  // A copy of a database has the rights of a new one, as after a restore.
  await Promise.all([migrate(database.ownerUrl), migrate(database.ownerUrl)])
  app = new pg.Client({ connectionString: database.appUrl })
  await app.connect()
})
afterAll(async () => {
  await app.end()
  await database.drop()
})

test('the app makes no tables, not even temporary ones', async () => {
  await expect(app.query('create temporary table mine (a int)')).rejects.toThrow(
    /permission denied/,
  )
  await expect(app.query('create table mine (a int)')).rejects.toThrow(/permission denied/)
})

test('consents and payout files are never changed, and only what nobody confirmed, or what is old enough, is deleted', async () => {
  for (const table of ['consents', 'consent_texts', 'payout_batches'])
    await expect(app.query(`update ${table} set tenant = tenant`), table).rejects.toThrow(
      /permission denied/,
    )
  for (const table of ['rewards', 'orders', 'mails', 'vouchers'])
    await expect(app.query(`delete from ${table}`), table).rejects.toThrow(/permission denied/)
  const { rows } = await app.query(
    `select tablename, permissive, qual from pg_policies where cmd = 'DELETE' order by 1`,
  )
  expect(rows).toEqual([
    { tablename: 'accounts', permissive: 'RESTRICTIVE', qual: '(confirmed_at IS NULL)' },
    ...['payout_batches', 'payouts'].map((tablename) => ({
      tablename,
      permissive: 'RESTRICTIVE',
      qual: expect.stringMatching(/created_at < .*'app.payments_before'/),
    })),
    { tablename: 'referrals', permissive: 'RESTRICTIVE', qual: '(owned_at IS NULL)' },
  ])
})
