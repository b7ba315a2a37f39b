import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

/** False if unchanged. */
export async function setBlocked(
  tx: Tx,
  tenant: string,
  accountId: string,
  block: { on: Temporal.PlainDate; by: string } | null,
): Promise<boolean> {
  const result = await tx
    .updateTable('accounts')
    .set({ blocked_on: block?.on.toString() ?? null, blocked_by: block?.by ?? null })
    .where('tenant', '=', tenant)
    .where('account_id', '=', accountId)
    .where('blocked_on', block ? 'is' : 'is not', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Gives the days from `since` to `until` back to collectable rewards of one account (`accountId`) or all, and to their mailed
 * links. Expired ones stay expired. An account blocked individually gets only the days before that; its own unblocking gives the
 * rest, so that no day counts twice.
 */
export async function extendRewards(
  tx: Tx,
  tenant: string,
  { accountId, since, until }: { accountId: string | null; since: string; until: string },
): Promise<number> {
  const { rows } = await sql<{ reward_id: string; days: number }>`
    update rewards set expires_on = expires_on + waited.days
    from (
      select account_id, coalesce(blocked_on, ${until}::date) - ${since}::date as days
      from accounts where tenant = ${tenant}
        and ${accountId === null ? sql`true` : sql`account_id = ${accountId}`}
    ) waited
    where rewards.tenant = ${tenant} and rewards.account_id = waited.account_id and waited.days > 0
      and rewards.state = 'provided' and rewards.expires_on >= ${since}::date
    returning rewards.reward_id, waited.days`.execute(tx)
  const ids = rows.map(({ reward_id }) => reward_id)
  const days = rows.map((row) => row.days)
  // Local days, so that links end at midnight across clock changes.
  await sql`
    update tokens
    set expires_at = (expires_at at time zone 'Europe/Berlin' + make_interval(days => extended.days)) at time zone 'Europe/Berlin'
    from unnest(${ids}::text[], ${days}::int[]) as extended (reward_id, days)
    where tokens.tenant = ${tenant} and tokens.kind = 'reward' and tokens.subject = extended.reward_id
      and tokens.revoked_at is null`.execute(tx)
  return rows.length
}
