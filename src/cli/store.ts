import { sql } from 'kysely'
import type { Database } from '../server/db/connection.ts'

/** A queued job's tenant; null without such a job. */
export async function findTenantOfJob(db: Database, id: string): Promise<string | null> {
  const { rows } = await sql<{ tenant: string }>`
    select data ->> 'tenant' as tenant from pgboss.job where data ->> 'id' = ${id} limit 1`.execute(
    db.kysely,
  )
  return rows[0]?.tenant ?? null
}
