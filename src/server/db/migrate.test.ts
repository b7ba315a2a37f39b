import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts'
import type { Env } from '../env/env.ts'
import { StartError } from '../env/start-error.ts'
import { migrate, migrationNames } from './migrate.ts'
import { openDatabase } from './open-database.ts'

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
    `select tablename, qual from pg_policies where cmd in ('DELETE', 'ALL') and qual like '%AND%'
      order by tablename, policyname`,
  )
  const own = "((tenant = current_setting('app.tenant'::text, true)) AND "
  expect(rows.map(({ qual }) => qual.startsWith(own))).toEqual(rows.map(() => true))
  expect(rows).toEqual(
    [
      ['accounts', /\(confirmed_at IS NULL\)\)$/],
      ['bank_lines', /created_at < .*'app.payments_before'/],
      ['payout_approval_flags', /'app.payments_before'.*NOT has_payments/s],
      ['payout_batches', /created_at < .*'app.payments_before'/],
      ['payout_proposal_items', /'app.payments_before'.* IS NOT NULL/],
      ['payout_proposals', /proposed_at < .*'app.payments_before'/],
      [
        'payouts',
        /created_at < .*'app.payments_before'.*state <> 'in-transit'|state <> 'in-transit'.*created_at < .*'app.payments_before'/s,
      ],
      ['referrals', /\(owned_at IS NULL\)\)$/],
    ].map(([tablename, qual]) => ({ tablename, qual: expect.stringMatching(qual!) })),
  )
})

/** Runs the test on a database of its own, with the owner's login. */
async function withOwner(
  work: (urls: TestDatabase, owner: pg.Client, listDone: () => Promise<string[]>) => Promise<void>,
): Promise<void> {
  const own = await createTestDatabase()
  const owner = new pg.Client({ connectionString: own.ownerUrl })
  await owner.connect()
  const listDone = async () => {
    const { rows } = await owner.query<{ name: string }>('select name from kysely_migration')
    return rows.map(({ name }) => name).toSorted()
  }
  try {
    await work(own, owner, listDone)
  } finally {
    await owner.end()
    await own.drop()
  }
}

test('a later migration is applied once to a database that has the schema', () =>
  withOwner(async ({ ownerUrl }, owner, listDone) => {
    const folder = mkdtempSync(join(tmpdir(), 'zuspruch-migrations-'))
    try {
      cpSync(import.meta.dirname, folder, { recursive: true })
      mkdirSync(join(folder, 'migrations'), { recursive: true })
      writeFileSync(join(folder, 'migrations', '9999-later.sql'), 'create table later (a int)')
      await migrate(ownerUrl, folder)
      await migrate(ownerUrl, folder)
      expect((await owner.query('select from later')).rows).toEqual([])
      expect(await listDone()).toEqual([...migrationNames(), '9999-later'])
    } finally {
      rmSync(folder, { recursive: true })
    }
  }))

test('a database of the migrations before the schema is refused by its owner and by the app, and stays as it is', () =>
  withOwner(async ({ appUrl, ownerUrl }, owner, listDone) => {
    await owner.query(`delete from kysely_migration where name <> '0000-schema'`)
    await owner.query(`update kysely_migration set name = '0001-foundation'`)
    for (const databaseOwnerUrl of [ownerUrl, null]) {
      const env = { databaseUrl: appUrl, databaseOwnerUrl } as Env
      const error = await openDatabase(env, pino({ level: 'silent' })).catch((thrown) => thrown)
      expect(error).toBeInstanceOf(StartError)
      expect(error.message).toMatch(/^The database is from before the first release .*\.$/)
    }
    expect(await listDone()).toEqual(['0001-foundation'])
  }))
