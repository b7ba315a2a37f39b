import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

export type ExpiringReward = { reward_id: string; cents: number; expires_on: string }

/**
 * Marks up to `limit` provided rewards as reminded of whose reminder day has come and answers them, but none that was provided
 * after that day. SKIP LOCKED: one that is just being collected is left alone.
 * @param daysBefore each at least 1
 */
export async function markExpiringRewards(
  tx: Tx,
  tenant: string,
  today: Temporal.PlainDate,
  daysBefore: readonly number[],
  limit: number,
): Promise<ExpiringReward[]> {
  const last = today.add({ days: Math.max(...daysBefore) })
  const { rows } = await sql<ExpiringReward>`
    update rewards set reminded_on = ${today.toString()}
    where tenant = ${tenant} and state = 'provided' and reward_id = any (array(
      select r.reward_id from rewards r
      where r.tenant = ${tenant} and r.state = 'provided' and r.review not in ('held', 'refused')
        and (r.beneficiary = 'recipient' or r.account_id is not null)
        and r.expires_on between ${today.toString()} and ${last.toString()}
        and exists (
          select from unnest(${[...daysBefore]}::int[]) as days
          where r.expires_on - days <= ${today.toString()}
            and (r.provided_at at time zone 'Europe/Berlin')::date < r.expires_on - days
            and (r.reminded_on is null or r.reminded_on < r.expires_on - days))
      order by r.expires_on limit ${limit} for no key update skip locked))
    returning reward_id, cents, expires_on`.execute(tx)
  return rows
}
