import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

/** Goodwill of the same person, amount and reason since then; the account is locked, so two in parallel see each other. */
export async function findAlikeGoodwill(
  tx: Tx,
  tenant: string,
  {
    accountId,
    cents,
    reason,
    since,
  }: {
    accountId: string
    cents: number
    reason: string
    since: Temporal.Instant
  },
): Promise<string | null> {
  await tx
    .selectFrom('accounts')
    .select('account_id')
    .where('tenant', '=', tenant)
    .where('account_id', '=', accountId)
    .forNoKeyUpdate()
    .execute()
  const { rows } = await sql<{ reward_id: string }>`
    select reward_id from rewards
    where tenant = ${tenant} and account_id = ${accountId} and order_number is null and cents = ${cents}
      and created_at > ${since.toString()}::timestamptz and rule ->> 'reason' = ${reason}
    order by created_at desc limit 1`.execute(tx)
  return rows[0]?.reward_id ?? null
}

/** What an account was granted since then, without what was cancelled. */
export async function sumGoodwill(
  tx: Tx,
  tenant: string,
  accountId: string,
  since: Temporal.Instant,
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(cents), 0)::bigint as cents from rewards
    where tenant = ${tenant} and account_id = ${accountId} and order_number is null
      and created_at > ${since.toString()} and state <> 'cancelled'`.execute(tx)
  return rows[0]?.cents ?? 0
}
