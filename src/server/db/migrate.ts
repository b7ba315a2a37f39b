import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator, type Migration, type MigrationProvider } from 'kysely/migration'
import type { Logger } from 'pino'
import pg from 'pg'
import { StartError } from '../env/start-error.ts'
import { distributeAdded, ownersSettings } from './distribute.ts'
import { grantProcesses } from './grant-processes.ts'
import {
  listMigrations,
  listNewer,
  migrationNames,
  readMigration,
  refuseUnreleased,
} from './migration-files.ts'
import { splitStatements } from './split-statements.ts'

/**
 * How long a migration waits for a table's lock: whoever asks for the table meanwhile waits behind it. Less than `deadlock_timeout`, so that of
 * two in each other's way it is the migration that gives up.
 */
const lockTimeoutMs = 500

type Options = {
  folder?: string
  log?: Pick<Logger, 'warn'>
  /** How often a migration that got no lock is tried, and the longest pause between. */
  tries?: number
  longestPauseMs?: number
}

/**
 * Migrates the schema with the owner's login while servers of the version before go on; safe in parallel. An empty database gets everything in
 * one transaction, any other each migration in its own.
 */
export async function migrate(ownerUrl: string, options: Options = {}): Promise<void> {
  const pool = new pg.Pool({ connectionString: ownerUrl, options: ownersSettings, max: 2 })
  // Its end does not wait for the connections, which a start that fails cuts off.
  pool.on('error', () => undefined)
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    const known = migrationNames(options.folder)
    const done = await listDone(db)
    refuseUnreleased(done)
    listNewer(done, known)
    if (done.length === 0) await migrateTo(db, known.at(-1) ?? '', options.folder)
    else
      for (const name of known) if (!done.includes(name)) await retryWithoutLock(db, name, options)
    await distributeAdded(ownerUrl)
    await denyTemporaryTables(db)
    await grantProcesses(db)
  } finally {
    await db.destroy()
  }
}

async function retryWithoutLock(db: Kysely<unknown>, name: string, options: Options) {
  const { folder, tries = 40, longestPauseMs = 5_000, log } = options
  const alone = readMigration(listMigrations(folder)[name] ?? []).some(isConcurrent)
  for (let count = 1; ; count += 1)
    try {
      return await migrateTo(db, name, folder, alone)
    } catch (error) {
      if (!isWithoutLock(error)) throw error
      if (count >= tries)
        throw new StartError(
          `The migration ${name} got no lock in ${tries} attempts: a transaction that does not end holds one of its tables (a backup, perhaps). Nothing was changed by it; start again later.`,
        )
      log?.warn({ migration: name, attempt: count }, 'migration waits for a lock')
      await wait(Math.min(count * 500, longestPauseMs))
    }
}

const isWithoutLock = (error: unknown) => (error as { code?: string }).code === '55P03'

/** Migrates up to and with that one, in one transaction unless it builds an index beside others' writes. */
async function migrateTo(db: Kysely<unknown>, name: string, folder?: string, alone = false) {
  const migrator = new Migrator({ db, provider: provide(db, name, folder) })
  const { error } = await migrator.migrateToLatest({ disableTransactions: alone })
  if (error) throw error
}

/** Knows the migrations up to `last`, and as done what a newer version ran. */
const provide = (db: Kysely<unknown>, last: string, folder?: string): MigrationProvider => ({
  async getMigrations() {
    const migrations: Record<string, Migration> = {}
    for (const name of await listDone(db)) migrations[name] = { up: async () => undefined }
    for (const [name, files] of Object.entries(listMigrations(folder)))
      if (name <= last) migrations[name] = { up: (tx) => run(tx, readMigration(files)) }
    return migrations
  },
})

const isConcurrent = (text: string) => /^(create|drop) .*index concurrently /m.test(text)

/** Statement by statement, as the nodes of a distributed database take them. */
async function run(db: Kysely<unknown>, texts: string[]): Promise<void> {
  const statements = texts.flatMap(splitStatements)
  if (!db.isTransaction) {
    // An index beside others' writes waits for them and holds nobody up, so without a timeout.
    for (const statement of statements) await sql.raw(statement).execute(db)
    return
  }
  await sql`select set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, true)`.execute(db)
  // In an empty database nobody waits for an index.
  for (const statement of statements)
    await sql.raw(statement.replaceAll(/\bconcurrently /g, '')).execute(db)
}

async function listDone(db: Kysely<unknown>): Promise<string[]> {
  const table = await sql<{ name: string | null }>`
    select to_regclass('public.kysely_migration')::text as name`.execute(db)
  if (!table.rows[0]?.name) return []
  const done = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return done.rows.map(({ name }) => name)
}

/**
 * Temporary tables would be owned by the app's login, outside row security. No migration: the right belongs to the database, not
 * its content, so a restored copy has it again. Only the database's owner can revoke it.
 */
async function denyTemporaryTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$ begin
      execute format('revoke temporary on database %I from public, zuspruch_app', current_database());
    exception when insufficient_privilege then null;
    end $$`.execute(db)
}
