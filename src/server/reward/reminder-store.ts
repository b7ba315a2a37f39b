import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'
import { isWaiting } from './store.ts'

export type ExpiringReward = { reward_id: string; cents: number; expires_on: string }

/**
 * Marks up to `limit` provided rewards as reminded of whose reminder day has come and answers them, but none that was provided
 * after that day, nor that of a blocked account, nor one that belongs to nobody any more. SKIP LOCKED: one that is just being collected is left alone.
 * @param daysBefore each at least 1
 */
export async function markExpiringRewards(
  tx: Tx,
  tenant: string,
  allBlocked: boolean,
  today: Temporal.PlainDate,
  daysBefore: readonly number[],
  limit: number,
): Promise<ExpiringReward[]> {
  const last = today.add({ days: Math.max(...daysBefore) })
  const { rows } = await sql<ExpiringReward>`
    update rewards set reminded_on = ${today.toString()}
    where tenant = ${tenant} and state = 'provided' and reward_id = any (array(
      select rewards.reward_id from rewards
      left join recipients on recipients.tenant = ${tenant} and recipients.number = rewards.recipient_number
      where rewards.tenant = ${tenant} and rewards.state = 'provided' and rewards.review not in ('held', 'refused')
        and (recipients.email <> '' or rewards.account_id is not null)
        and not ${isWaiting(tenant, allBlocked)}
        and rewards.expires_on between ${today.toString()} and ${last.toString()}
        and exists (
          select from unnest(${[...daysBefore]}::int[]) as days
          where rewards.expires_on - days <= ${today.toString()}
            and (rewards.provided_at at time zone 'Europe/Berlin')::date < rewards.expires_on - days
            and (rewards.reminded_on is null or rewards.reminded_on < rewards.expires_on - days))
      order by rewards.expires_on limit ${limit} for no key update of rewards skip locked))
    returning reward_id, cents, expires_on`.execute(tx)
  return rows
}
