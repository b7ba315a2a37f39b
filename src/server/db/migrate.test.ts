import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts'
import type { Env } from '../env/env.ts'
import { StartError } from '../env/start-error.ts'
import { migrate } from './migrate.ts'
import { listNewer, migrationNames } from './migration-files.ts'
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

/** The present migrations with others behind them. */
async function withLater(
  files: Record<string, string>,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'zuspruch-migrations-'))
  try {
    cpSync(import.meta.dirname, folder, { recursive: true })
    for (const [name, text] of Object.entries(files))
      writeFileSync(join(folder, 'migrations', `${name}.sql`), text)
    await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('a later migration is applied once to a database that has the schema', () =>
  withOwner(({ ownerUrl }, owner, listDone) =>
    withLater({ '9999-later': 'create table later (a int)' }, async (folder) => {
      await migrate(ownerUrl, { folder })
      await migrate(ownerUrl, { folder })
      expect((await owner.query('select from later')).rows).toEqual([])
      expect(await listDone()).toEqual([...migrationNames(), '9999-later'])
    }),
  ))

const adds = 'alter table orders add column later text'

test('a migration behind an open transaction of the version that serves gives way, holds nobody up, and is done when that ends', () =>
  withOwner(({ ownerUrl }, owner, listDone) =>
    withLater(
      { '9998-first': 'create table first (a int)', '9999-later': adds },
      async (folder) => {
        const serving = new pg.Client({ connectionString: ownerUrl })
        await serving.connect()
        try {
          await serving.query('begin')
          await serving.query('select from orders')
          const attempts: number[] = []
          const log = {
            warn: (({ attempt }: { attempt: number }) => attempts.push(attempt)) as never,
          }
          const migrating = migrate(ownerUrl, { folder, log, longestPauseMs: 50 })
          // It waits for the table, and others do for it.
          const waits = `select from pg_locks where not granted and relation = 'orders'::regclass`
          await expect.poll(async () => (await owner.query(waits)).rowCount).toBe(1)
          const before = performance.now()
          await owner.query('select from orders limit 1')
          const heldUpMs = performance.now() - before
          await expect.poll(() => attempts.length).toBeGreaterThan(1)
          // What came before it is not undone.
          expect(await listDone()).toContain('9998-first')
          expect(await listDone()).not.toContain('9999-later')
          await serving.query('commit')
          await migrating
          expect(await listDone()).toContain('9999-later')
          // 500 ms, and what a busy machine adds.
          expect(heldUpMs).toBeLessThan(2_000)
        } finally {
          await serving.end()
        }
      },
    ),
  ))

test('a migration that never gets its lock ends with a sentence, and leaves nothing of itself', () =>
  withOwner(({ ownerUrl }, _, listDone) =>
    withLater({ '9999-later': `create table beside (a int); ${adds}` }, async (folder) => {
      const serving = new pg.Client({ connectionString: ownerUrl })
      await serving.connect()
      try {
        await serving.query('begin')
        await serving.query('select from orders')
        const error = await migrate(ownerUrl, { folder, tries: 2, longestPauseMs: 10 }).catch(
          (thrown) => thrown,
        )
        expect(error).toBeInstanceOf(StartError)
        expect(error.message).toMatch(/^The migration 9999-later got no lock in 2 attempts: .*\.$/)
        expect(await listDone()).toEqual(migrationNames())
        expect((await serving.query(`select to_regclass('beside') as it`)).rows[0].it).toBeNull()
      } finally {
        await serving.end()
      }
    }),
  ))

test('an index is built beside a transaction that has written, waits for it, and refuses no write meanwhile', () =>
  withOwner(({ ownerUrl }, owner, listDone) => {
    const text = `-- Why; and how.
drop index concurrently if exists notes_by_text;
create index concurrently notes_by_text on notes (text);`
    return withLater({ '9998-notes': 'create table notes (text text)' }, async (folder) => {
      const serving = new pg.Client({ connectionString: ownerUrl })
      await serving.connect()
      try {
        await migrate(ownerUrl, { folder })
        writeFileSync(join(folder, 'migrations', '9999-index.sql'), text)
        await serving.query('begin')
        await serving.query(`insert into notes values ('held')`)
        const migrating = migrate(ownerUrl, { folder })
        const waits = `select from pg_locks where not granted and locktype = 'virtualxid'`
        await expect.poll(async () => (await owner.query(waits)).rowCount).toBeGreaterThan(0)
        await owner.query(`insert into notes values ('beside')`)
        await serving.query('commit')
        await migrating
      } finally {
        await serving.end()
      }
      expect(await listDone()).toContain('9999-index')
      const index = `select indisvalid from pg_index where indexrelid = 'notes_by_text'::regclass`
      expect((await owner.query(index)).rows).toEqual([{ indisvalid: true }])
    })
  }))

test('a version before a migration goes on with the newer database, also with the owner’s login, unless what it needs was taken away', () =>
  withOwner(({ appUrl, ownerUrl }, owner, listDone) =>
    withLater({ '9999-later': adds }, async (folder) => {
      await migrate(ownerUrl, { folder })
      const warned: unknown[] = []
      const log = pino({ level: 'warn' }, { write: (line) => warned.push(JSON.parse(line)) })
      const env = { databaseUrl: appUrl, databaseOwnerUrl: ownerUrl } as Env
      await openDatabase(env, log)
      expect(warned).toMatchObject([{ newer: ['9999-later'] }])
      const newest = migrationNames().at(-1)!.slice(0, 4)
      await owner.query(
        `insert into kysely_migration values ('9999-after-${newest}-names', now()::text)`,
      )
      await openDatabase(env, log)
      await owner.query(`insert into kysely_migration values ('9999-after-9998-it', now()::text)`)
      for (const databaseOwnerUrl of [ownerUrl, null]) {
        const error = await openDatabase({ ...env, databaseOwnerUrl }, log).catch(
          (thrown) => thrown,
        )
        expect(error).toBeInstanceOf(StartError)
        expect(error.message).toMatch(/9999-after-9998-it .* has the migration 9998\.$/)
      }
      expect(await listDone()).toContain('9999-after-9998-it')
    }),
  ))

test('what a migration took away is missed by those alone who do not know what it names', () => {
  const done = ['0000-schema', '0235-new', '0240-after-0235-old']
  expect(listNewer(done, ['0000-schema', '0235-new'])).toEqual(['0240-after-0235-old'])
  expect(listNewer(done, done)).toEqual([])
  expect(() => listNewer(done, ['0000-schema', '0234-before'])).toThrow(StartError)
})

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
