import { sql } from 'kysely'
import { firstBy } from '../base/due-store.ts'
import type { Tx } from '../db/connection.ts'
import { isWaiting } from './store.ts'

/** Open rewards that can be provided. Of unclaimed referrals only the contact's, if released before `unclaimedBefore`. */
export const providable = (
  tenant: string,
  allBlocked: boolean,
  unclaimedBefore: Temporal.Instant,
) => sql`
    select rewards.reward_id
    from rewards left join referrals on referrals.tenant = ${tenant} and referrals.number = rewards.referral_number
    where rewards.tenant = ${tenant} and rewards.state = 'open' and rewards.review in ('none', 'approved')
      and (rewards.referral_number is null or referrals.owned_at is not null
        or (rewards.beneficiary = 'recipient' and exists (
          select from orders where orders.tenant = ${tenant} and orders.number = rewards.order_number
            and orders.released_at < ${unclaimedBefore.toString()})))
      and not ${isWaiting(tenant, allBlocked)}`

/** They, oldest first; of the tenant, an account, order or reward. */
export async function listProvidable(
  tx: Tx,
  tenant: string,
  allBlocked: boolean,
  only: { accountId?: string; orderNumber?: string; rewardId?: string },
  unclaimedBefore: Temporal.Instant,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ reward_id: string }>`
    ${providable(tenant, allBlocked, unclaimedBefore)}
      and ${only.rewardId ? sql`rewards.reward_id = ${only.rewardId}` : sql`true`}
      and ${only.orderNumber ? sql`rewards.order_number = ${only.orderNumber}` : sql`true`}
      and ${only.accountId ? sql`(rewards.account_id = ${only.accountId} or referrals.account_id = ${only.accountId})` : sql`true`}
    order by rewards.created_at, rewards.reward_id
    limit ${limit}`.execute(tx)
  return rows.map((row) => row.reward_id)
}

/** Provided rewards past their last day, except of blocked accounts. */
const expired = (tenant: string, allBlocked: boolean, today: Temporal.PlainDate) => sql`
  select reward_id from rewards
  where tenant = ${tenant} and state = 'provided' and expires_on < ${today.toString()}
    and not ${isWaiting(tenant, allBlocked)}`

export const dueToExpire = (...asked: Parameters<typeof expired>) =>
  firstBy(expired(...asked), sql`expires_on`)

export async function listExpired(
  tx: Tx,
  tenant: string,
  allBlocked: boolean,
  today: Temporal.PlainDate,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ reward_id: string }>`
    ${expired(tenant, allBlocked, today)} order by expires_on limit ${limit}`.execute(tx)
  return rows.map((row) => row.reward_id)
}
