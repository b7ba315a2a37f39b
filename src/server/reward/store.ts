import { sql } from 'kysely'
import type { ReviewReason } from '../../domain/eligibility.ts'
import type { RefusalReason } from '../../domain/refusal.ts'
import type { RewardState } from '../../domain/reward.ts'
import type { Localised } from '../../domain/tenant.ts'
import { recordReport } from '../reports/rows-store.ts'
import type { Tx } from '../db/connection.ts'

export type Beneficiary = 'referrer' | 'recipient'
export type Review = 'none' | 'held' | 'approved' | 'refused'

export type TakenAs = 'cash' | 'voucher' | 'set-off'

export type Reward = {
  reward_id: string
  order_number: string | null // null: goodwill
  referral_number: string | null
  beneficiary: Beneficiary
  account_id: string | null
  recipient_number: string | null
  cents: number // to be paid: without what was set off
  state: RewardState
  review: Review
  review_reasons: ReviewReason[]
  refusal_reason: RefusalReason | null
  refusal_note: string | null
  cancelled_at: Temporal.Instant | null
  appealed_on: string | null
  option_id: string | null
  taken_as: TakenAs | null
  due_on: string | null
  expires_on: string | null
  paid_at: Temporal.Instant | null
  claimed_back_at: Temporal.Instant | null
  claim_settled_at: Temporal.Instant | null
  payout_id: string | null
  payout_problem: string | null
  provisions: number
  version: number
  extended_on: string | null // once
  set_off_cents: number
}

const columns = [
  'reward_id',
  'order_number',
  'referral_number',
  'beneficiary',
  'account_id',
  'recipient_number',
  sql<number>`rewards.cents - rewards.set_off_cents`.as('cents'),
  'state',
  'review',
  'review_reasons',
  'refusal_reason',
  'refusal_note',
  'cancelled_at',
  'appealed_on',
  'option_id',
  'taken_as',
  'due_on',
  'expires_on',
  'paid_at',
  'claimed_back_at',
  'claim_settled_at',
  'payout_id',
  'payout_problem',
  'provisions',
  'version',
  'extended_on',
  'set_off_cents',
] as const

export async function findReward(tx: Tx, tenant: string, id: string): Promise<Reward | undefined> {
  const row = await tx
    .selectFrom('rewards')
    .select(columns)
    .where('tenant', '=', tenant)
    .where('reward_id', '=', id)
    .executeTakeFirst()
  return row as Reward | undefined
}

/** Locks a reward for the transaction; lock its order first, if relevant. */
export async function lockReward(tx: Tx, tenant: string, id: string): Promise<Reward | undefined> {
  return (await lockRewards(tx, tenant, [id]))[0]
}

/** Locks many, in the order of their ids. */
export async function lockRewards(
  tx: Tx,
  tenant: string,
  ids: readonly string[],
): Promise<Reward[]> {
  const rows = await tx
    .selectFrom('rewards')
    .select(columns)
    .where('tenant', '=', tenant)
    .where('reward_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy('reward_id')
    .forNoKeyUpdate()
    .execute()
  return rows as Reward[]
}

export async function listOrderRewards(tx: Tx, tenant: string, order: string): Promise<Reward[]> {
  const rows = await tx
    .selectFrom('rewards')
    .select(columns)
    .where('tenant', '=', tenant)
    .where('order_number', '=', order)
    .orderBy('beneficiary', 'desc')
    .execute()
  return rows as Reward[]
}

export async function lockOrderRewards(tx: Tx, tenant: string, order: string): Promise<Reward[]> {
  const rows = await tx
    .selectFrom('rewards')
    .select(columns)
    .where('tenant', '=', tenant)
    .where('order_number', '=', order)
    .orderBy('reward_id')
    .forNoKeyUpdate()
    .execute()
  return rows as Reward[]
}

export type NewReward = {
  rewardId: string
  orderNumber: string | null
  referralNumber: string | null
  beneficiary: Beneficiary
  accountId: string | null
  recipientNumber: string | null
  cents: number
  rule: Record<string, unknown>
  held: ReviewReason[] // empty: not held
  at: Temporal.Instant
}

/** False if the id is taken. */
export const insertReward = async (tx: Tx, tenant: string, reward: NewReward): Promise<boolean> =>
  (await insertRewards(tx, tenant, [reward])) === 1

/**
 * Returns how many were new: an order has one for each beneficiary. Its row in the lists shows what it earns, so the caller reports it
 * anew.
 */
export async function insertRewards(
  tx: Tx,
  tenant: string,
  rewards: readonly NewReward[],
): Promise<number> {
  if (rewards.length === 0) return 0
  const inserted = await tx
    .insertInto('rewards')
    .values(
      rewards.map((reward) => ({
        tenant,
        reward_id: reward.rewardId,
        order_number: reward.orderNumber,
        referral_number: reward.referralNumber,
        beneficiary: reward.beneficiary,
        account_id: reward.accountId,
        recipient_number: reward.recipientNumber,
        cents: reward.cents,
        rule: JSON.stringify(reward.rule),
        state: 'open',
        review: reward.held.length > 0 ? 'held' : 'none',
        review_reasons: JSON.stringify(reward.held),
        created_at: reward.at.toString(),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('reward_id')
    .execute()
  await recordReport(
    tx,
    tenant,
    'rewards',
    inserted.map((row) => row.reward_id),
  )
  return inserted.length
}

/** Fields written with a change of state. Instants as ISO text. */
export type RewardChanges = {
  option_id?: string | null
  taken_as?: TakenAs | null
  provided_at?: string
  refusal_reason?: RefusalReason
  refusal_note?: string | null
  collected_at?: string | null
  due_on?: string | null
  expires_on?: string | null
  paid_at?: string | null
  cancelled_at?: string
  claimed_back_at?: string
  payout_id?: string | null
  payout_problem?: string | null
  review?: Review
  provisions?: number
}

/** The only statement that changes rewards' states. @returns those that had not left `from` */
export async function updateRewardStates(
  tx: Tx,
  tenant: string,
  ids: readonly string[],
  from: RewardState,
  to: RewardState,
  set: RewardChanges,
): Promise<{ rewardId: string; cents: number }[]> {
  const updated = await tx
    .updateTable('rewards')
    .set({ ...set, state: to })
    .where('tenant', '=', tenant)
    .where('reward_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('state', '=', from)
    .returning([
      'reward_id as rewardId',
      sql<number>`rewards.cents - rewards.set_off_cents`.as('cents'),
    ])
    .execute()
  const changed = updated.map(({ rewardId }) => rewardId)
  await recordReport(tx, tenant, 'rewards', changed)
  return updated
}

export async function updateReview(
  tx: Tx,
  tenant: string,
  id: string,
  review: Review,
  reasons: ReviewReason[],
): Promise<void> {
  await tx
    .updateTable('rewards')
    .set({ review, review_reasons: JSON.stringify(reasons) })
    .where('tenant', '=', tenant)
    .where('reward_id', '=', id)
    .execute()
}

/** The execution day of a reward's payment, or null. */
export async function findExecutionDay(
  tx: Tx,
  tenant: string,
  { payout_id }: Pick<Reward, 'payout_id'>,
): Promise<string | null> {
  if (payout_id === null) return null
  const { rows } = await sql<{ execution_on: string }>`
    select execution_on from payouts
      join payout_batches on payout_batches.tenant = ${tenant} and payout_batches.batch_id = payouts.batch_id
    where payouts.tenant = ${tenant} and payouts.payout_id = ${payout_id}`.execute(tx)
  return rows[0]?.execution_on ?? null
}

/** Whether its account's address is newer than its payment, at the wish of an operator. */
export async function isCorrectedSince(
  tx: Tx,
  tenant: string,
  { account_id, paid_at }: Pick<Reward, 'account_id' | 'paid_at'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from audit_log where tenant = ${tenant} and subject_kind = 'account' and subject_id = ${account_id}
      and action = 'change-email' and details ? 'askedBy' and at >= ${paid_at?.toString() ?? null} limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

export async function markClaimedBack(
  tx: Tx,
  tenant: string,
  id: string,
  at: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('rewards')
    .set({ claimed_back_at: at.toString() })
    .where('tenant', '=', tenant)
    .where('reward_id', '=', id)
    .where('claimed_back_at', 'is', null)
    .execute()
  await recordReport(tx, tenant, 'rewards', [id])
}

/** The money of a claim is back. */
export async function markClaimSettled(
  tx: Tx,
  tenant: string,
  id: string,
  at: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('rewards')
    .set({ claim_settled_at: at.toString() })
    .where('tenant', '=', tenant)
    .where('reward_id', '=', id)
    .execute()
}

/** SQL condition on `rewards`: its account is blocked, individually or (`allBlocked`) with the whole tenant. */
export const isWaiting = (tenant: string, allBlocked: boolean) => sql<boolean>`
  (rewards.account_id is not null and (${allBlocked}::boolean or exists (
    select from accounts
    where accounts.tenant = ${tenant} and accounts.account_id = rewards.account_id and accounts.blocked_on is not null)))`

export type Contact = {
  firstName: string
  email: string
  language: 'de' | 'en'
  beneficiary: Beneficiary
  orderNumber: string | null
  productTitle: Localised | null
  inSentence: Localised | null
}

/**
 * Recipient and product of a reward's mails (product null: goodwill). Undefined if the account was deleted or the recipient
 * forgotten: collected rewards are still paid, without mail.
 */
export async function findContact(
  tx: Tx,
  tenant: string,
  id: string,
): Promise<Contact | undefined> {
  return (await findContacts(tx, tenant, [id])).get(id)
}

/** The same of many, by reward. */
export async function findContacts(
  tx: Tx,
  tenant: string,
  ids: readonly string[],
): Promise<Map<string, Contact>> {
  const { rows } = await sql<Contact & { rewardId: string }>`
    select rewards.reward_id as "rewardId", coalesce(recipients.first_name, accounts.first_name) as "firstName",
      coalesce(recipients.email, accounts.email) as email,
      coalesce(recipients.language, accounts.language) as language,
      rewards.beneficiary, rewards.order_number as "orderNumber", products.title as "productTitle", products.in_sentence as "inSentence"
    from rewards
      left join recipients on recipients.tenant = ${tenant} and recipients.number = rewards.recipient_number
      left join accounts on accounts.tenant = ${tenant} and accounts.account_id = rewards.account_id
      left join orders on orders.tenant = ${tenant} and orders.number = rewards.order_number
      left join products on products.tenant = ${tenant} and products.product_id = orders.product_id
    where rewards.tenant = ${tenant} and rewards.reward_id = any (${[...ids]}::uuid[])
      and (recipients.email <> '' or accounts.account_id is not null)`.execute(tx)
  return new Map(rows.map(({ rewardId, ...contact }) => [rewardId, contact]))
}
