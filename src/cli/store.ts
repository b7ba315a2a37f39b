import { sql } from 'kysely'
import type { Database, Tx } from '../server/db/connection.ts'

export function listApiKeys(tx: Tx, tenant: string) {
  return tx
    .selectFrom('tokens')
    .select(['token_id', 'subject', 'created_at', 'used_at', 'revoked_at'])
    .where('tenant', '=', tenant)
    .where('kind', '=', 'api-key')
    .orderBy('created_at')
    .orderBy('token_id')
    .execute()
}

/** A queued job's tenant; null without such a job. */
export async function findTenantOfJob(db: Database, id: string): Promise<string | null> {
  const { rows } = await sql<{ tenant: string }>`
    select data ->> 'tenant' as tenant from pgboss.job where data ->> 'id' = ${id} limit 1`.execute(
    db.kysely,
  )
  return rows[0]?.tenant ?? null
}
