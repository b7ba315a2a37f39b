import { sql } from 'kysely'
import type { ReviewReason } from '../../domain/eligibility.ts'
import type { OrderState } from '../../domain/order.ts'
import type { RecipientState } from '../../domain/recipient.ts'
import type { ReferralState } from '../../domain/referral.ts'
import type { RefusalReason } from '../../domain/refusal.ts'
import type { RewardState } from '../../domain/reward.ts'
import type { Localised } from '../../domain/tenant.ts'
import { together } from '../db/together.ts'
import { promisedCents } from '../order/promised-store.ts'
import type { Review } from './store.ts'
import type { Tx } from '../db/connection.ts'

export type OwnReferral = {
  number: string
  code: string
  state: ReferralState
  created_on: string
  valid_until: string
  share: number
  title: Localised
  commission_cents: number // as promised at creation
}

export type OwnRecipient = {
  number: string
  referral_number: string
  state: RecipientState
  first_name: string
  last_name: string
  created_on: string
  confirmed_at: Temporal.Instant | null
}

export type OwnOrder = {
  number: string
  referral_number: string
  recipient_number: string
  reported_for: string | null // the confirmed owner of the mailbox, for a merely reported order of a later entry
  state: OrderState
  contract_on: string
  confirmed_at: Temporal.Instant | null
  cancelled_at: Temporal.Instant | null
  refusal_reason: RefusalReason | null
  refusal_note: string | null
  releasable_on: string | null
  // of the ordered product, which may differ from the recommended one
  title: Localised
  commission_cents: number
}

export type OwnReward = {
  reward_id: string
  referral_number: string
  order_number: string
  beneficiary: 'referrer' | 'recipient'
  cents: number
  state: RewardState
  review: Review
  review_reasons: ReviewReason[]
  refusal_reason: RefusalReason | null
  refusal_note: string | null
  cancelled_at: Temporal.Instant | null
  appealed_on: string | null
  due_on: string | null
  execution_on: string | null // of the payment at the bank
  expires_on: string | null
  paid_at: Temporal.Instant | null
  claimed_back_at: Temporal.Instant | null
  claim_settled_at: Temporal.Instant | null
  payout_problem: string | null
}

export type OwnReferrals = {
  referrals: OwnReferral[]
  clicks: Map<string, number>
  recipients: OwnRecipient[]
  orders: OwnOrder[]
  rewards: OwnReward[]
}

const atTheBank = (tenant: string) => sql`
  left join payouts on payouts.tenant = ${tenant} and payouts.payout_id = rewards.payout_id
  left join payout_batches
    on payout_batches.tenant = ${tenant} and payout_batches.batch_id = payouts.batch_id`

/**
 * The personal area's newest referrals in two round trips. The second uses `= any`, always an index scan of a few rows; with a
 * join the planner read all the tenant's clicks.
 */
export async function readOwnReferrals(
  tx: Tx,
  tenant: string,
  accountId: string,
  limit: number,
): Promise<OwnReferrals> {
  const { rows: referrals } = await sql<OwnReferral>`
    select referrals.number, referrals.code, referrals.state, referrals.created_on, referrals.valid_until, referrals.share,
      products.title, referrals.commission_cents
    from referrals join products on products.tenant = ${tenant} and products.product_id = referrals.product_id
    where referrals.tenant = ${tenant} and referrals.account_id = ${accountId} and referrals.owned_at is not null
    order by referrals.created_at desc, referrals.number
    limit ${limit}`.execute(tx)
  const numbers = referrals.map((referral) => referral.number)
  if (numbers.length === 0) {
    return { referrals, clicks: new Map(), recipients: [], orders: [], rewards: [] }
  }
  const [clicks, recipients, orders, rewards] = await together([
    () =>
      sql<{ referral_number: string; count: number }>`
      select referral_number, count(*)::int as count from clicks
      where tenant = ${tenant} and referral_number = any(${numbers}) group by referral_number`.execute(
        tx,
      ),
    () =>
      sql<OwnRecipient>`
      select number, referral_number, state, first_name, last_name, created_on, confirmed_at from recipients
      where tenant = ${tenant} and referral_number = any(${numbers}) and (merged_into is null or state <> 'accepted')
      order by created_at, number`.execute(tx),
    () =>
      sql<OwnOrder>`
      select orders.number, orders.referral_number, orders.recipient_number, later.merged_into as reported_for, orders.state, orders.contract_on,
        orders.confirmed_at, orders.cancelled_at, orders.refusal_reason, orders.refusal_note, orders.releasable_on, products.title,
        ${promisedCents} as commission_cents
      from orders
        join referrals on referrals.tenant = ${tenant} and referrals.number = orders.referral_number
        join products on products.tenant = ${tenant} and products.product_id = orders.product_id
        left join recipients later on later.tenant = ${tenant} and later.number = orders.recipient_number
          and later.state = 'accepted' and orders.state = 'reported'
      where orders.tenant = ${tenant} and orders.referral_number = any(${numbers})
      order by orders.reported_at desc, orders.number`.execute(tx),
    () =>
      sql<OwnReward>`
      select rewards.reward_id, referral_number, order_number, beneficiary, rewards.cents, rewards.state, review,
        review_reasons, refusal_reason, refusal_note, rewards.cancelled_at, appealed_on, due_on, execution_on, expires_on, paid_at, claimed_back_at,
        claim_settled_at, payout_problem
      from rewards ${atTheBank(tenant)}
      where rewards.tenant = ${tenant} and referral_number = any(${numbers})
      order by rewards.created_at desc, rewards.reward_id desc`.execute(tx),
  ])
  return {
    referrals,
    clicks: new Map(clicks.rows.map(({ referral_number, count }) => [referral_number, count])),
    recipients: recipients.rows,
    orders: orders.rows,
    rewards: rewards.rows,
  }
}

export type OwnGoodwill = Pick<
  OwnReward,
  | 'reward_id'
  | 'cents'
  | 'state'
  | 'review'
  | 'refusal_reason'
  | 'refusal_note'
  | 'cancelled_at'
  | 'appealed_on'
  | 'due_on'
  | 'execution_on'
  | 'expires_on'
  | 'claimed_back_at'
  | 'claim_settled_at'
  | 'payout_problem'
> & { created_at: Temporal.Instant }

/** An account's goodwill rewards, newest first. */
export async function readOwnGoodwill(
  tx: Tx,
  tenant: string,
  accountId: string,
  limit: number,
): Promise<OwnGoodwill[]> {
  const { rows } = await sql<OwnGoodwill>`
    select rewards.reward_id, rewards.cents, rewards.state, review, refusal_reason, refusal_note, rewards.cancelled_at, appealed_on, due_on, execution_on, expires_on, claimed_back_at,
      claim_settled_at, payout_problem, rewards.created_at
    from rewards ${atTheBank(tenant)}
    where rewards.tenant = ${tenant} and account_id = ${accountId} and order_number is null
    order by rewards.created_at desc, rewards.reward_id desc
    limit ${limit}`.execute(tx)
  return rows
}
