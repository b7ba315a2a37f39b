import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'
import { extendRewardLinks } from '../base/link-store.ts'

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
  await extendRewardLinks(tx, tenant, rows)
  return rows.length
}
