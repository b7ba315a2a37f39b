import { sql } from 'kysely'
import { keepsPlan, type Tx } from '../db/connection.ts'
import { isWaiting } from './store.ts'

export type Claimed = {
  reward_id: string
  payout_id: string
  cents: number
  provisions: number
}

/**
 * Claims these rewards for a file, those that are still due and payable: the one conditional update that decides what is paid, so claimed
 * ones fail its condition. Locked in order, against deadlocks. Payout ids come from an immutable function, since a distributed database
 * refuses volatile ones in an update.
 */
export async function claimDue(
  tx: Tx,
  tenant: string,
  claim: {
    seed: string
    ids: readonly string[]
    today: Temporal.PlainDate
    allBlocked: boolean
  },
): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with ${keepsPlan} due as (
      select reward_id from rewards
       where tenant = ${tenant} and reward_id = any (${[...claim.ids]}::uuid[])
         and ${isPayable(tenant, claim.allBlocked)} and due_on <= ${claim.today.toString()}
       order by reward_id
         for update
    )
    update rewards set payout_id = md5(${claim.seed} || due.reward_id::text)::uuid
      from due
     where rewards.tenant = ${tenant} and rewards.reward_id = due.reward_id
       and rewards.state = 'collected' and rewards.payout_id is null
    returning rewards.reward_id, rewards.payout_id, rewards.cents - rewards.set_off_cents as cents, rewards.provisions`.execute(
    tx,
  )
  return rows.toSorted((a, b) => (a.reward_id < b.reward_id ? -1 : 1))
}

/** Locks those of these rewards that could be paid; whatever somebody holds at this moment is passed over. */
export async function lockPayable(
  tx: Tx,
  tenant: string,
  ids: readonly string[],
  allBlocked: boolean,
): Promise<Omit<Claimed, 'payout_id'>[]> {
  const { rows } = await sql<Omit<Claimed, 'payout_id'>>`
    select reward_id, cents - set_off_cents as cents, provisions from rewards
    where tenant = ${tenant} and reward_id = any (${[...ids]}::uuid[]) and ${isPayable(tenant, allBlocked)}
    order by reward_id for no key update skip locked`.execute(tx)
  return rows
}

/** In the transaction of the claim: these are due as before. */
export async function giveBackClaims(
  tx: Tx,
  tenant: string,
  rewardIds: readonly string[],
): Promise<void> {
  await sql`
    update rewards set payout_id = null
    where tenant = ${tenant} and reward_id = any (${[...rewardIds]}::uuid[]) and state = 'collected'`.execute(
    tx,
  )
}

/** A collected reward without a day is in no batch (claimDue); this sets it. */
export async function makeDue(
  tx: Tx,
  tenant: string,
  rewardId: string,
  today: Temporal.PlainDate,
): Promise<void> {
  await tx
    .updateTable('rewards')
    .set({ due_on: today.toString(), payout_problem: null })
    .where('tenant', '=', tenant)
    .where('reward_id', '=', rewardId)
    .where('state', '=', 'collected')
    .where('due_on', 'is', null)
    .execute()
}

/** What the next batch takes once its day has come; conditions as in claimDue(). */
export const isPayable = (tenant: string, allBlocked: boolean) => sql`
  state = 'collected' and taken_as = 'cash' and payout_id is null and review not in ('held', 'refused')
  and claimed_back_at is null and not ${isWaiting(tenant, allBlocked)}`

/** Money that falls due until a day, by day; what is late stands together at the day before today. Conditions as in claimDue(). */
export async function sumDueByDay(
  tx: Tx,
  tenant: string,
  { today, until }: { today: Temporal.PlainDate; until: Temporal.PlainDate },
  allBlocked: boolean,
): Promise<{ day: string; count: number; cents: number }[]> {
  const { rows } = await sql<{ day: string; count: number; cents: number }>`
    select greatest(due_on, ${today.subtract({ days: 1 }).toString()}) as day, count(*)::int as count,
      sum(cents - set_off_cents)::bigint as cents from rewards
     where tenant = ${tenant} and ${isPayable(tenant, allBlocked)} and due_on <= ${until.toString()}
     group by 1 order by 1`.execute(tx)
  return rows
}

/** The next payout run's claim; conditions as in claimDue(). */
export async function sumDue(
  tx: Tx,
  tenant: string,
  today: Temporal.PlainDate,
  allBlocked: boolean,
): Promise<{ cents: number; count: number }> {
  const { rows } = await sql<{ cents: number; count: number }>`
    select coalesce(sum(cents - set_off_cents), 0)::bigint as cents, count(*) as count from rewards
     where tenant = ${tenant} and state = 'collected' and taken_as = 'cash' and payout_id is null
       and due_on <= ${today.toString()} and review not in ('held', 'refused')
       and claimed_back_at is null and not ${isWaiting(tenant, allBlocked)}`.execute(tx)
  return rows[0] ?? { cents: 0, count: 0 }
}
