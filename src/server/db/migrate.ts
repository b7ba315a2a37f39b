import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator, type Migration, type MigrationProvider } from 'kysely/migration'
import pg from 'pg'
import { StartError } from '../env/start-error.ts'
import { distributeAdded, ownersSettings } from './distribute.ts'
import { grantProcesses } from './grant-processes.ts'
import { splitStatements } from './split-statements.ts'

const here = import.meta.dirname

/** The name under which a database records that it has the schema's files. */
const schema = '0000-schema'

/** The files of each migration, in order: the whole schema, a file per slice; then a file for every change since. */
function listMigrations(folder: string): Record<string, string[]> {
  const list = (name: string) => globSync(join(folder, name, '*.sql')).toSorted()
  const later = list('migrations').map((file) => [basename(file, '.sql'), [file]] as const)
  return { [schema]: list('schema'), ...Object.fromEntries(later) }
}

export const migrationNames = () => Object.keys(listMigrations(here))

const provide = (folder: string): MigrationProvider => ({
  async getMigrations() {
    const migrations: Record<string, Migration> = {}
    for (const [name, files] of Object.entries(listMigrations(folder)))
      migrations[name] = {
        up: async (db) => {
          for (const file of files)
            for (const statement of splitStatements(readFileSync(file, 'utf8')))
              await sql.raw(statement).execute(db)
        },
      }
    return migrations
  },
})

/** Migrates the schema with the owner's login, in one transaction; safe in parallel. */
export async function migrate(ownerUrl: string, folder = here): Promise<void> {
  const pool = new pg.Pool({ connectionString: ownerUrl, options: ownersSettings, max: 1 })
  // Its end does not wait for the connection, which a start that fails cuts off.
  pool.on('error', () => undefined)
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    refuseUnreleased(await listDone(db))
    const { error } = await new Migrator({ db, provider: provide(folder) }).migrateToLatest()
    if (error) throw error
    await distributeAdded(ownerUrl)
    await denyTemporaryTables(db)
    await grantProcesses(db)
  } finally {
    await db.destroy()
  }
}

async function listDone(db: Kysely<unknown>): Promise<string[]> {
  const table = await sql<{ name: string | null }>`
    select to_regclass('public.kysely_migration')::text as name`.execute(db)
  if (!table.rows[0]?.name) return []
  const done = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return done.rows.map(({ name }) => name)
}

/** Migrations from before the schema's files were never released, and lead nowhere. */
export function refuseUnreleased(done: string[]): void {
  if (done.length > 0 && !done.includes(schema))
    throw new StartError(
      'The database is from before the first release and cannot be brought up to date: start with an empty one (with npm start: delete the folder data, or set another DATA_DIR).',
    )
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
