import { sql } from 'kysely'
import { keepsPlan, type Tx } from '../db/connection.ts'
import { isWaiting } from './store.ts'

export type ExpiringReward = { reward_id: string; cents: number; expires_on: string }

/**
 * Marks and returns up to `limit` provided rewards due for a reminder; not those provided after the reminder day, of blocked
 * accounts or without owner. SKIP LOCKED: skips those being collected. @param daysBefore each at least 1
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
    update rewards set ${keepsPlan} reminded_on = ${today.toString()}
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
