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

export type Pool = { option: string; cents: number; free: number; taken: number }

/** Every voucher denomination with its full number of codes, for operators. */
export async function countPools(tx: Tx, tenant: string): Promise<Pool[]> {
  const { rows } = await sql<Pool>`
    select option_id as option, cents, (count(*) filter (where reward_id is null))::int as free,
      count(reward_id)::int as taken
    from vouchers where tenant = ${tenant} group by option_id, cents order by option_id, cents`.execute(
    tx,
  )
  return rows
}
