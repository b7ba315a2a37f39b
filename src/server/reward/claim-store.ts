import { sql } from 'kysely'
import type { ReviewReason } from '../../domain/eligibility.ts'
import type { RewardState } from '../../domain/reward.ts'
import type { Locale, Localised } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'
import { forMany } from '../db/in-step.ts'
import type { Beneficiary } from './store.ts'

/** The referrer of an order, if the referral is claimed. */
export async function findOrderOwner(
  tx: Tx,
  tenant: string,
  orderNumber: string,
): Promise<
  | {
      firstName: string
      email: string
      language: Locale
      productTitle: Localised
      inSentence: Localised | null
    }
  | undefined
> {
  const { rows } = await sql<{
    firstName: string
    email: string
    language: Locale
    productTitle: Localised
    inSentence: Localised | null
  }>`
    select accounts.first_name as "firstName", accounts.email, accounts.language, products.title as "productTitle",
      products.in_sentence as "inSentence"
    from orders
      join referrals on referrals.tenant = ${tenant} and referrals.number = orders.referral_number
      join accounts on accounts.tenant = ${tenant} and accounts.account_id = referrals.account_id
      join products on products.tenant = ${tenant} and products.product_id = orders.product_id
    where orders.tenant = ${tenant} and orders.number = ${orderNumber} and referrals.owned_at is not null
      and accounts.deleted_at is null`.execute(tx)
  return rows[0]
}

/** A beneficiary of an order, for mails. */
export type Side = {
  beneficiary: Beneficiary
  firstName: string
  email: string
  language: Locale
  productTitle: Localised | null
  inSentence: Localised | null
  referralNumber: string | null
}

/** The referrer if the referral is claimed, and the contact if the address is proven; nobody forgotten. */
export const findOrderSides = forMany(
  async (tx, tenant, numbers: readonly string[]): Promise<Side[][]> => {
    const sides = await listOrderSides(tx, tenant, numbers)
    return numbers.map((number) => sides.get(number) ?? [])
  },
)

/** The same of many, by order. */
export async function listOrderSides(
  tx: Tx,
  tenant: string,
  numbers: readonly string[],
): Promise<Map<string, Side[]>> {
  const { rows } = await sql<Side & { number: string }>`
    select orders.number, sides.*, products.title as "productTitle", products.in_sentence as "inSentence", orders.referral_number as "referralNumber"
    from orders
      join products on products.tenant = ${tenant} and products.product_id = orders.product_id
      cross join lateral (
        select 'referrer' as beneficiary, accounts.first_name as "firstName", accounts.email, accounts.language
        from referrals join accounts on accounts.tenant = ${tenant} and accounts.account_id = referrals.account_id
        where referrals.tenant = ${tenant} and referrals.number = orders.referral_number
          and referrals.owned_at is not null and accounts.deleted_at is null
        union all
        select 'recipient', first_name, email, language from recipients
        where tenant = ${tenant} and number = orders.recipient_number and state = 'confirmed' and email <> '') as sides
    where orders.tenant = ${tenant} and orders.number = any (${[...numbers]}::text[])
    order by orders.number, sides.beneficiary desc`.execute(tx)
  return Map.groupBy(rows, ({ number }) => number)
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

/** Rewards held for review, oldest first. */
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
  /** 'waiting': still at the bank, a claim once settled; 'given-back': the money is back. */
  status: 'claim' | 'waiting' | 'given-back'
  paidAt: Temporal.Instant | null
  claimedBackAt: Temporal.Instant
}

/** Paid rewards of cancelled orders, newest claim first. The ledger tells whether the money came back. */
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
