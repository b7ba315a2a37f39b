import { sql } from 'kysely'
import type { ReviewReason } from '../../domain/eligibility.ts'
import type { RewardState } from '../../domain/reward.ts'
import type { Localised } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'

/** The referrer of an order, where the referral is theirs (not just typed by somebody). */
export async function findOrderOwner(
  tx: Tx,
  tenant: string,
  orderNumber: string,
): Promise<
  { firstName: string; email: string; language: 'de' | 'en'; productTitle: Localised } | undefined
> {
  const { rows } = await sql<{
    firstName: string
    email: string
    language: 'de' | 'en'
    productTitle: Localised
  }>`
    select accounts.first_name as "firstName", accounts.email, accounts.language, products.title as "productTitle"
    from orders
      join referrals on referrals.tenant = ${tenant} and referrals.number = orders.referral_number
      join accounts on accounts.tenant = ${tenant} and accounts.account_id = referrals.account_id
      join products on products.tenant = ${tenant} and products.product_id = orders.product_id
    where orders.tenant = ${tenant} and orders.number = ${orderNumber} and referrals.owned_at is not null
      and accounts.deleted_at is null`.execute(tx)
  return rows[0]
}

export type HeldReward = {
  rewardId: string
  orderNumber: string | null
  externalNumber: string | null
  beneficiary: 'referrer' | 'recipient'
  cents: number
  state: RewardState
  reasons: ReviewReason[]
  createdAt: Temporal.Instant
}

/** Rewards that wait for somebody to look at them, oldest first. */
export async function listHeld(tx: Tx, tenant: string, limit: number): Promise<HeldReward[]> {
  const { rows } = await sql<HeldReward>`
    select rewards.reward_id as "rewardId", rewards.order_number as "orderNumber",
      orders.external_number as "externalNumber", rewards.beneficiary, rewards.cents, rewards.state,
      rewards.review_reasons as reasons, rewards.created_at as "createdAt"
    from rewards left join orders on orders.tenant = ${tenant} and orders.number = rewards.order_number
    where rewards.tenant = ${tenant} and rewards.review = 'held' and rewards.state in ('open', 'provided', 'collected')
    order by rewards.created_at, rewards.reward_id
    limit ${limit}`.execute(tx)
  return rows
}

export type Claim = {
  rewardId: string
  orderNumber: string
  externalNumber: string | null
  beneficiary: 'referrer' | 'recipient'
  cents: number
  takenAs: 'cash' | 'voucher' | null
  /** 'waiting': still at the bank, becomes a claim when it settles; 'given-back': the money has returned. */
  status: 'claim' | 'waiting' | 'given-back'
  paidAt: Temporal.Instant | null
  claimedBackAt: Temporal.Instant
}

/** Paid rewards of cancelled orders, newest claim first. The ledger says whether the money came back. */
export async function listClaimed(tx: Tx, tenant: string, limit: number): Promise<Claim[]> {
  const { rows } = await sql<Claim>`
    select rewards.reward_id as "rewardId", rewards.order_number as "orderNumber",
      orders.external_number as "externalNumber", rewards.beneficiary, rewards.cents, rewards.taken_as as "takenAs",
      case when rewards.state = 'collected' then 'waiting'
        when (select sum(cents) from ledger_postings
          where ledger_postings.tenant = ${tenant} and ledger_postings.reward_id = rewards.reward_id
            and account = 'claims') > 0 then 'claim'
        else 'given-back' end as status,
      rewards.paid_at as "paidAt", rewards.claimed_back_at as "claimedBackAt"
    from rewards left join orders on orders.tenant = ${tenant} and orders.number = rewards.order_number
    where rewards.tenant = ${tenant} and rewards.claimed_back_at is not null and rewards.state in ('collected', 'paid')
    order by rewards.claimed_back_at desc, rewards.reward_id
    limit ${limit}`.execute(tx)
  return rows
}
