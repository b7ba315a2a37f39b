import { sql } from 'kysely'
import type { OrderState } from '../../domain/order.ts'
import type { RecipientState } from '../../domain/recipient.ts'
import type { RefusalReason } from '../../domain/refusal.ts'
import type { RewardState } from '../../domain/reward.ts'
import type { ReviewReason } from '../../domain/eligibility.ts'
import type { Proven } from '../base/proof-store.ts'
import { together } from '../db/together.ts'
import { forgetTokens } from '../base/forget-tokens-store.ts'
import { forgetReviewWords } from './review-question-store.ts'
import type { Tx } from '../db/connection.ts'
import { blankMailsAbout } from '../mail/blank-store.ts'
import { forgetRefusalNotesOfRecipient } from '../order/state-store.ts'
import type { Review } from './store.ts'
import { forgetSpellingsOf } from './payee-check-store.ts'

type At = Temporal.Instant

export type RecipientOrder = {
  number: string
  state: OrderState
  contract_on: string
  confirmed_at: At | null
  releasable_on: string | null
  cancelled_at: At | null
  refusal_reason: RefusalReason | null
  refusal_note: string | null
  released_at: At | null
  referrer: string // first name, as typed
  owned: boolean // whether the referral is claimed
}

export type RecipientReward = {
  reward_id: string
  order_number: string | null
  cents: number
  state: RewardState
  review: Review
  review_reasons: ReviewReason[]
  refusal_reason: RefusalReason | null
  refusal_note: string | null
  cancelled_at: At | null
  appealed_on: string | null
  taken_as: 'cash' | 'voucher' | 'set-off' | null
  due_on: string | null
  execution_on: string | null
  expires_on: string | null
  created_at: At
  collected_at: At | null
  paid_at: At | null
  claimed_back_at: At | null
  claim_settled_at: At | null
  holder: string | null
  iban_mask: string | null
  bank_spells: string | null
  /** Whether the mail with a voucher's code is still queued. */
  code_waits: boolean
}

export type RecipientAccount = { orders: RecipientOrder[]; rewards: RecipientReward[] }

/** The recipient's orders and rewards, newest first, in one round trip. */
export async function readRecipientAccount(
  tx: Tx,
  tenant: string,
  number: string,
): Promise<RecipientAccount> {
  const [orders, rewards] = await together([
    () =>
      sql<RecipientOrder>`
      select orders.number, orders.state, contract_on, confirmed_at, releasable_on, released_at, orders.cancelled_at,
        refusal_reason, refusal_note, referrals.first_name as referrer, referrals.owned_at is not null as owned
      from orders join referrals on referrals.tenant = ${tenant} and referrals.number = orders.referral_number
      where orders.tenant = ${tenant} and recipient_number = ${number}
      order by reported_at desc, orders.number desc`.execute(tx),
    () =>
      sql<RecipientReward>`
      select rewards.reward_id, order_number, rewards.cents, rewards.state, review, review_reasons, refusal_reason, refusal_note,
        rewards.cancelled_at, appealed_on, taken_as, due_on, execution_on,
        expires_on, rewards.created_at, collected_at, paid_at, claimed_back_at, claim_settled_at,
        reward_bank_data.holder, reward_bank_data.iban_mask, reward_bank_data.bank_spells,
        'voucher|' || rewards.reward_id = any (array(
          select dedupe_key from mails
          where tenant = ${tenant} and state = 'queued' and dedupe_key = any (array(
            select 'voucher|' || reward_id from rewards
            where tenant = ${tenant} and recipient_number = ${number} and taken_as = 'voucher')))) as code_waits
      from rewards
        left join payouts on payouts.tenant = ${tenant} and payouts.payout_id = rewards.payout_id
        left join payout_batches on payout_batches.tenant = ${tenant} and payout_batches.batch_id = payouts.batch_id
        left join reward_bank_data on reward_bank_data.tenant = ${tenant} and reward_bank_data.reward_id = rewards.reward_id
      where rewards.tenant = ${tenant} and recipient_number = ${number} and beneficiary = 'recipient'
      order by rewards.created_at desc, rewards.reward_id desc`.execute(tx),
  ])
  return { orders: orders.rows, rewards: rewards.rows }
}

/**
 * Contract date reported for a later entry under this confirmed recipient's address (referral/create-recipient.ts): their other
 * device, or a stranger.
 */
export async function findReportedElsewhere(
  tx: Tx,
  tenant: string,
  number: string,
): Promise<string | null> {
  const { rows } = await sql<{ contract_on: string }>`
    select contract_on
    from recipients join orders on orders.tenant = ${tenant} and orders.recipient_number = recipients.number
    where recipients.tenant = ${tenant} and merged_into = ${number} and recipients.state = 'accepted'
      and orders.state = 'reported'
    order by reported_at desc limit 1`.execute(tx)
  return rows[0]?.contract_on ?? null
}

/**
 * Locks the recipient against new references: a parallel order waits, then finds nobody. Returns the state; undefined if
 * withdrawn meanwhile.
 */
export async function lockForDeletion(
  tx: Tx,
  tenant: string,
  number: string,
): Promise<RecipientState | undefined> {
  const { rows } = await sql<{ state: RecipientState }>`
    select state from recipients
    where tenant = ${tenant} and number = ${number} and state <> 'withdrawn' for update`.execute(tx)
  return rows[0]?.state
}

/** Recipients who asked for deletion, oldest first, by number after `after`. */
export async function listToErase(
  tx: Tx,
  tenant: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select number from recipients
    where tenant = ${tenant} and erase_asked_at is not null and state <> 'withdrawn' and number > ${after}
    order by number limit ${limit}`.execute(tx)
  return rows.map(({ number }) => number)
}

/**
 * Deletes name and address from mails about a recipient's own rewards, and the account from finished rewards. Not by address
 * elsewhere: anybody can type one. A voucher being resent still goes out (mail/send-mail.ts).
 */
export async function forgetTraces(tx: Tx, tenant: string, number: string): Promise<void> {
  await together([
    () =>
      blankMailsAbout(
        tx,
        tenant,
        sql`array(select unnest(array[rewards.reward_id, payouts.payout_id])::text
          from rewards left join payouts on payouts.tenant = ${tenant} and payouts.reward_id = rewards.reward_id
          where rewards.tenant = ${tenant} and rewards.recipient_number = ${number} and beneficiary = 'recipient')`,
      ),
    () =>
      forgetReviewWords(
        tx,
        tenant,
        sql`array(select reward_id from rewards
          where tenant = ${tenant} and recipient_number = ${number} and beneficiary = 'recipient')`,
      ),
    () =>
      forgetSpellingsOf(
        tx,
        tenant,
        sql`array(select reward_id from rewards
          where tenant = ${tenant} and recipient_number = ${number} and beneficiary = 'recipient')`,
      ),
    () =>
      sql`
      delete from reward_bank_data where tenant = ${tenant} and reward_id = any (array(
        select reward_id from rewards
        where tenant = ${tenant} and recipient_number = ${number} and beneficiary = 'recipient'))`.execute(
        tx,
      ),
    () =>
      forgetTokens(
        tx,
        tenant,
        ['reward'],
        sql`array(select reward_id::text from rewards
          where tenant = ${tenant} and recipient_number = ${number} and beneficiary = 'recipient')`,
      ),
    // The note of a refusal may name the person; the reason stays.
    () => forgetRefusalNotesOfRecipient(tx, tenant, number),
    () =>
      sql`
      update rewards set refusal_note = null
      where tenant = ${tenant} and recipient_number = ${number} and refusal_note is not null`.execute(
        tx,
      ),
  ])
}

/** Entries merged into this one (referral/recipient-store.ts). */
export async function listMerged(tx: Tx, tenant: string, number: string): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select number from recipients where tenant = ${tenant} and merged_into = ${number} order by number`.execute(
    tx,
  )
  return rows.map((row) => row.number)
}

/**
 * Closes a confirmed recipient's consents, and those of entries that the address's owner merged by mailed link. Input by others
 * proves nothing.
 */
export async function listProven(tx: Tx, tenant: string, number: string): Promise<Proven[]> {
  const { rows } = await sql<{
    id: string
    channel: string
    confirmedAt: Temporal.Instant
    byLink: boolean
  }>`
    select recipients.number as id, recipients.channel, coalesce(recipients.confirmed_at, log.at) as "confirmedAt",
      coalesce(log.actor_kind = 'recipient', false) as "byLink"
    from recipients left join lateral (
      select at, actor_kind from audit_log
      where audit_log.tenant = ${tenant} and subject_kind = 'recipient' and subject_id = recipients.number
        and action in ('confirm-recipient', 'merge-recipient')
      order by at limit 1) log on true
    where recipients.tenant = ${tenant} and (recipients.number = ${number}
      or (recipients.merged_into = ${number} and log.actor_kind = 'recipient'))`.execute(tx)
  return rows.map(({ id, channel, confirmedAt, byLink }) => ({
    kind: 'recipient',
    id,
    form: 'accept',
    channel,
    confirmedAt: confirmedAt.toString(),
    confirmedBy: byLink ? 'mailed-link' : 'contract',
  }))
}
