import { sql } from 'kysely'
import { keepsPlan, type Tx } from '../db/connection.ts'
import { isWaiting } from './store.ts'

export type ExpiringReward = { reward_id: string; cents: number; expires_on: string }

/** `daysBefore`: each at least 1. */
type Asked = { allBlocked: boolean; today: Temporal.PlainDate; daysBefore: readonly number[] }

// Not those provided after the reminder day, of blocked accounts or without owner.
function expiring(tenant: string, { allBlocked, today, daysBefore }: Asked) {
  const last = today.add({ days: Math.max(...daysBefore) })
  return sql`
    rewards left join recipients on recipients.tenant = ${tenant} and recipients.number = rewards.recipient_number
      where rewards.tenant = ${tenant} and rewards.state = 'provided' and rewards.review not in ('held', 'refused')
        and (recipients.email <> '' or rewards.account_id is not null)
        and not ${isWaiting(tenant, allBlocked)}
        and rewards.expires_on between ${today.toString()} and ${last.toString()}
        and exists (
          select from unnest(${[...daysBefore]}::int[]) as days
          where rewards.expires_on - days <= ${today.toString()}
            and (rewards.provided_at at time zone 'Europe/Berlin')::date < rewards.expires_on - days
            and (rewards.reminded_on is null or rewards.reminded_on < rewards.expires_on - days))`
}

/** Provided rewards due for a reminder. */
export async function listExpiringRewards(
  tx: Tx,
  tenant: string,
  asked: Asked,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select ${keepsPlan} rewards.reward_id as id from ${expiring(tenant, asked)}
    order by rewards.expires_on limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Marks and returns those of them that are still due. SKIP LOCKED: skips those being collected. */
export async function markExpiringRewards(
  tx: Tx,
  tenant: string,
  asked: Asked,
  ids: readonly string[],
): Promise<ExpiringReward[]> {
  const { rows } = await sql<ExpiringReward>`
    update rewards set ${keepsPlan} reminded_on = ${asked.today.toString()}
    where tenant = ${tenant} and state = 'provided' and reward_id = any (array(
      select rewards.reward_id from ${expiring(tenant, asked)} and rewards.reward_id = any (${[...ids]}::uuid[])
      for no key update of rewards skip locked))
    returning reward_id, cents, expires_on`.execute(tx)
  return rows
}
