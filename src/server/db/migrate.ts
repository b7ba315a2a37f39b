import { readFileSync, readdirSync } from 'node:fs'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator, type Migration, type MigrationProvider } from 'kysely/migration'
import pg from 'pg'

const folder = new URL('./migrations/', import.meta.url)

const provider: MigrationProvider = {
  async getMigrations() {
    const migrations: Record<string, Migration> = {}
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.sql'))) {
      const text = readFileSync(new URL(file, folder), 'utf8')
      migrations[file.replace(/\.sql$/, '')] = {
        up: (db) =>
          sql
            .raw(text)
            .execute(db)
            .then(() => undefined),
      }
    }
    return migrations
  },
}

/** Migrates the schema with the owner's login; safe in parallel. */
export async function migrate(ownerUrl: string): Promise<void> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: ownerUrl, max: 1 }) }),
  })
  try {
    const { error } = await new Migrator({ db, provider }).migrateToLatest()
    if (error) throw error
    await denyTemporaryTables(db)
  } finally {
    await db.destroy()
  }
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

export const migrationNames = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.replace(/\.sql$/, ''))
    .toSorted()
