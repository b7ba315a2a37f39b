import pg from 'pg'
import type { Logger } from 'pino'
import { StartError } from '../env/start-error.ts'
import { listNewer, migrationNames, refuseUnreleased } from './migration-files.ts'

/**
 * Refuses a database that is unreachable, outdated, too new, or whose login can bypass row security. Returns the migrations of newer versions
 * that leave what this one needs.
 * @param setting which has the address
 */
export async function checkDatabase(url: string, setting = 'DATABASE_URL'): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect().catch((error: Error) => {
      throw new StartError(
        `The database of ${setting} cannot be reached (${(error as { code?: string }).code ?? error.message}).`,
      )
    })
    const { rows } = await client.query<{
      bypasses: boolean
      owns: boolean
      tables: boolean
      reads: boolean
    }>(`
      select rolsuper or rolbypassrls as bypasses,
        exists (select from pg_class join pg_namespace n on n.oid = relnamespace
          where relowner = pg_roles.oid and nspname = 'public' and relkind = 'r') as owns,
        to_regclass('public.tenants') is not null as tables,
        coalesce(has_table_privilege(to_regclass('public.kysely_migration')::oid, 'select'), false) as reads
      from pg_roles where rolname = current_user`)
    const login = rows[0]
    if (!login?.tables)
      throw new StartError(
        'The database has no tables yet: set DATABASE_OWNER_URL once, so that the start can create them.',
      )
    if (!login.reads)
      throw new StartError(
        `The login of ${setting} has no rights in the database yet: start once with DATABASE_OWNER_URL, which gives zuspruch_app and the logins of web, worker and command line theirs.`,
      )
    if (login.bypasses || login.owns) {
      throw new StartError(
        `The login of ${setting} could bypass row security: use one that is neither superuser nor owner of the tables.`,
      )
    }
    const { rows: done } = await client.query<{ name: string }>('select name from kysely_migration')
    const names = done.map(({ name }) => name)
    refuseUnreleased(names)
    const missing = migrationNames().filter((name) => !names.includes(name))
    if (missing.length > 0)
      throw new StartError(
        `The database lacks the migration ${missing[0]}: set DATABASE_OWNER_URL, so that the start can apply it.`,
      )
    return listNewer(names)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** A database that has too few for a server's processes refuses some under load: said at the start. */
export async function warnOfConnections(
  url: string,
  needed: number,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ allowed: number }>(
      `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed`,
    )
    const allowed = rows[0]?.allowed ?? 0
    if (allowed < needed)
      log.warn({ needed, allowed }, 'max_connections is too small for WEB_PROCESSES')
  } finally {
    await client.end().catch(() => undefined)
  }
}
