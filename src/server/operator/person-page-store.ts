import { sql } from 'kysely'
import type { CustomerDays, ReviewReason } from '../../domain/eligibility.ts'
import type { RefusalReason } from '../../domain/refusal.ts'
import type { RewardState } from '../../domain/reward.ts'
import type { Localised } from '../../domain/tenant.ts'
import type { CodeRefusal } from '../../domain/voucher-fault.ts'
import type { OpenReward } from '../../domain/why-reward.ts'
import type { Tx } from '../db/connection.ts'
import { promisedCents } from '../order/promised-store.ts'
import type { TakenAs } from '../reward/store.ts'
import { isReported } from '../reward/voucher-store.ts'

// What one person's page says beside its events. Every statement is of few rows by an index, also of somebody with 500 of everything.

type At = Temporal.Instant

/** Whom the statements are about. `mine`: numbers as a contact; `own`: recommendations made. */
export type Subject = { accountId: string | null; mine: readonly string[]; own: readonly string[] }

/** An account's recommendations, the newest 500. */
export async function listOwnNumbers(tx: Tx, tenant: string, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select number from referrals where tenant = ${tenant} and account_id = ${accountId}
    order by created_at desc limit 500`.execute(tx)
  return rows.map(({ number }) => number)
}

export type PersonContact = {
  number: string
  state: 'accepted' | 'confirmed'
  referral_number: string
  first_name: string
  last_name: string
  language: string
  referrer: string
  title: Localised
  channel: string
  phone: string | null
  street: string | null
  house_number: string | null
  zip: string | null
  city: string | null
  birth_date: string | null
  created_at: At
  confirmed_at: At | null
  delete_on: string
  erase_asked_at: At | null
  version: number
}

/** The contacts of an address, newest first; not the forgotten and merged. */
export async function listPersonContacts(
  tx: Tx,
  tenant: string,
  email: string,
): Promise<PersonContact[]> {
  const { rows } = await sql<PersonContact>`
    select recipients.number, recipients.state, recipients.referral_number, recipients.first_name, recipients.last_name,
      recipients.language, referrals.first_name as referrer, products.title, recipients.channel, recipients.phone,
      recipients.street, recipients.house_number, recipients.zip, recipients.city, recipients.birth_date,
      recipients.created_at, recipients.confirmed_at, recipients.delete_on, recipients.erase_asked_at, recipients.version
    from recipients
      join referrals on referrals.tenant = ${tenant} and referrals.number = recipients.referral_number
      join products on products.tenant = ${tenant} and products.product_id = referrals.product_id
    where recipients.tenant = ${tenant} and recipients.email = ${email} and recipients.state <> 'withdrawn'
    order by recipients.created_at desc, recipients.number limit 100`.execute(tx)
  return rows
}

export type PersonExtras = {
  agency: string | null
  agent: string | null
  sessions: number
  referrals: number
  iban_kind: 'account' | 'reward' | null
  iban_id: string | null
  iban_sealed: string | null
}

export async function readExtras(
  tx: Tx,
  tenant: string,
  { accountId, mine }: Subject,
  realNow: At,
): Promise<PersonExtras> {
  const { rows } = await sql<PersonExtras>`
    select
      (select agencies.name || ' (' || agencies.number || ')' from accounts
        join agencies on agencies.tenant = ${tenant} and agencies.agency_id = accounts.agency_id
        where accounts.tenant = ${tenant} and accounts.account_id = ${accountId}) as agency,
      (select agency_users.first_name || ' ' || agency_users.last_name from accounts
        join agency_users on agency_users.tenant = ${tenant} and agency_users.user_id = accounts.agency_user_id
        where accounts.tenant = ${tenant} and accounts.account_id = ${accountId}) as agent,
      (select count(*)::int from tokens
        where tenant = ${tenant} and kind = 'user-session' and subject = ${accountId ?? ''}
          and revoked_at is null and expires_at > ${realNow.toString()}) as sessions,
      (select count(*)::int from referrals where tenant = ${tenant} and account_id = ${accountId}) as referrals,
      iban.kind as iban_kind, iban.id as iban_id, iban.sealed as iban_sealed
    from (select) as one left join lateral (
      select 'account' as kind, account_id::text as id, iban_encrypted as sealed, 0 as place, updated_at as at
      from bank_accounts where tenant = ${tenant} and account_id = ${accountId}
      union all
      select 'reward', reward_bank_data.reward_id::text, iban_encrypted, 1, reward_bank_data.created_at
      from rewards join reward_bank_data
        on reward_bank_data.tenant = ${tenant} and reward_bank_data.reward_id = rewards.reward_id
      where rewards.tenant = ${tenant}
        and (rewards.account_id = ${accountId} or rewards.recipient_number = any (${[...mine]}))
      order by place, at desc limit 1
    ) as iban on true`.execute(tx)
  return rows[0]!
}

export type PromisedReward = {
  reward_id: string
  beneficiary: 'referrer' | 'recipient'
  cents: number
  set_off_cents: number
  taken_as: TakenAs | null
  shop: Localised | null // of a voucher
  reported_at: At | null // of its codes, the first one that a second person decides about
  kept_at: At | null // the code that was reported last, as a second person refused to replace it
  kept_refusal: CodeRefusal | null
  kept_reason: string | null
  state: RewardState
  review: 'none' | 'held' | 'approved' | 'refused'
  review_reasons: ReviewReason[]
  customer_days: CustomerDays | null // where that is a reason
  answer_by: string | null
  asked_until: string | null
  appealed: boolean
  refusal_reason: RefusalReason | null
  refusal_note: string | null
  objection: OpenReward['objection']
  owned: boolean
  released_at: At | null
  expires_on: string | null
  due_on: string | null
  payout_id: string | null
  execution_on: string | null
  back_at: At | null // what a second person has not confirmed of its payment
  payout_problem: string | null
  claimed_back_at: At | null
  claim_settled_at: At | null
  claim_outcome: OpenReward['claimOutcome']
  repaid_on: string | null
  contract_cancelled: boolean
  has_clawback: boolean // open or over
  clawback_id: string | null // its open clawback
  clawback_order: string | null
  clawback_left: number | null
  clawback_reminded_at: At | null
  clawback_proposed: NonNullable<OpenReward['clawback']>['proposed']
  paid_at: At | null
  cancelled_at: At | null
}

/** The days that say whether the contact of `orders` was a customer before. */
export const customerDays = (tenant: string) => sql`(
  select jsonb_build_object('contractOn', orders.contract_on, 'acceptedOn', (
    select min(entries.created_on) from recipients as entries
    where entries.tenant = ${tenant} and entries.referral_number = contact.referral_number and entries.email = contact.email), 'earlierOn', (
    select max(earlier.contract_on)
    from recipients as same join orders as earlier on earlier.tenant = ${tenant} and earlier.recipient_number = same.number
    where same.tenant = ${tenant} and same.mailbox = contact.mailbox and earlier.state in ('confirmed', 'released')
      and earlier.number <> orders.number and earlier.contract_on < orders.contract_on))
  from recipients as contact where contact.tenant = ${tenant} and contact.number = orders.recipient_number)`

/** What says why a reward waits; with promisedJoins(). */
export const promisedColumns = (
  tenant: string,
) => sql`rewards.reward_id, rewards.beneficiary, rewards.cents, rewards.set_off_cents, rewards.taken_as,
  shops.title as shop, reported.at as reported_at, kept.at as kept_at, kept.refusal as kept_refusal, kept.reason as kept_reason, rewards.state, rewards.review, rewards.review_reasons,
  review_cases.answer_by, review_cases.appeal_id is not null as appealed,
  case when review_cases.reward_id is not null then (
    select max(wait_until) from review_questions
    where review_questions.tenant = ${tenant} and review_questions.reward_id = rewards.reward_id and answered_at is null) end as asked_until,
  rewards.refusal_reason, rewards.refusal_note,
  case when rewards.review = 'refused' then (
    select case when decided.appeal_id is null then 'possible' when decided.outcome = 'approved' then 'granted' else 'rejected' end
    from review_cases as decided
    where decided.tenant = ${tenant} and decided.reward_id = rewards.reward_id and decided.changed_by is not null
      and (decided.outcome = 'refused' or decided.outcome = 'approved' and decided.appeal_id is not null)) end as objection,
  referrals.number is null or referrals.owned_at is not null as owned, orders.released_at, rewards.expires_on, rewards.due_on,
  rewards.payout_id, payout_batches.execution_on, (select min(proposed_at) from bank_line_payouts as backs
    where backs.tenant = ${tenant} and backs.payout_id = rewards.payout_id and applied_at is null) as back_at, rewards.payout_problem, rewards.claimed_back_at, rewards.claim_settled_at,
  settled.outcome as claim_outcome, settled.repaid_on, coalesce(orders.state = 'cancelled', false) as contract_cancelled,
  rewards.claimed_back_at is not null and exists (select from clawbacks as one
    where one.tenant = ${tenant} and one.reward_id = rewards.reward_id) as has_clawback,
  clawbacks.reward_id as clawback_id, rewards.order_number as clawback_order, clawbacks.left_cents as clawback_left, clawbacks.reminded_at as clawback_reminded_at,
  case when clawbacks.repay_cents is not null then jsonb_build_object('cents', clawbacks.repay_cents, 'paidOn', clawbacks.repay_on)
    when clawbacks.proposed_at is not null then '"write-off"'::jsonb end as clawback_proposed,
  rewards.paid_at, rewards.cancelled_at, case when rewards.review = 'held' and rewards.review_reasons ? 'existing-customer'
    then ${customerDays(tenant)} end as customer_days`
export const promisedJoins = (tenant: string) => sql`
  left join referrals on referrals.tenant = ${tenant} and referrals.number = rewards.referral_number
  left join orders on orders.tenant = ${tenant} and orders.number = rewards.order_number
  left join review_cases on review_cases.tenant = ${tenant} and review_cases.reward_id = rewards.reward_id
    and review_cases.closed_at is null
  left join reward_options as shops on shops.tenant = ${tenant} and shops.option_id = rewards.option_id
    and rewards.taken_as = 'voucher'
  left join lateral (select min(doubted_at) as at from vouchers
    where rewards.taken_as = 'voucher' and vouchers.tenant = ${tenant} and vouchers.reward_id = rewards.reward_id and ${isReported}
  ) as reported on true
  left join lateral (select at, action, details ->> 'refusal' as refusal, reason from audit_log
    where rewards.taken_as = 'voucher' and audit_log.tenant = ${tenant} and subject_kind = 'reward'
      and subject_id = rewards.reward_id::text and action in ('voucher-doubted', 'voucher-kept', 'voucher-replaced')
    order by number desc limit 1
  ) as kept on kept.action = 'voucher-kept' and kept.refusal is not null
  left join clawbacks on clawbacks.tenant = ${tenant} and clawbacks.reward_id = rewards.reward_id and clawbacks.closed_at is null
  left join lateral (
    select outcome, (select max(paid_on) from repayments
      where repayments.tenant = ${tenant} and repayments.reward_id = rewards.reward_id and undone_at is null) as repaid_on
    from clawbacks where rewards.claim_settled_at is not null and tenant = ${tenant} and reward_id = rewards.reward_id
      and closed_at is not null) as settled on true
  left join payouts on payouts.tenant = ${tenant} and payouts.payout_id = rewards.payout_id
  left join payout_batches on payout_batches.tenant = ${tenant} and payout_batches.batch_id = payouts.batch_id`

export async function listPromisedRewards(
  tx: Tx,
  tenant: string,
  { accountId, mine }: Subject,
): Promise<PromisedReward[]> {
  const { rows } = await sql<PromisedReward>`
    select ${promisedColumns(tenant)} from rewards ${promisedJoins(tenant)}
    where rewards.tenant = ${tenant} and (rewards.beneficiary = 'referrer' and rewards.account_id = ${accountId}
      or rewards.beneficiary = 'recipient' and rewards.recipient_number = any (${[...mine]}))
    order by rewards.created_at desc limit 500`.execute(tx)
  return rows
}

export type PromisedOrder = {
  side: 'referrer' | 'recipient'
  state: 'reported' | 'confirmed' | 'released' | 'cancelled'
  releasable_on: string | null
  released_at: At | null
  cancelled_at: At | null
  refusal_reason: RefusalReason | null
  share: number
  cents: number
}

/** Contracts that earn later, and released or cancelled ones that earned this person nothing. */
export async function listPromisedOrders(
  tx: Tx,
  tenant: string,
  { mine, own }: Subject,
): Promise<PromisedOrder[]> {
  const columns = sql`orders.state, orders.releasable_on, orders.released_at, orders.cancelled_at, orders.refusal_reason, referrals.share, ${promisedCents} as cents
    from orders join referrals on referrals.tenant = ${tenant} and referrals.number = orders.referral_number`
  const { rows } = await sql<PromisedOrder>`
    (select 'referrer' as side, ${columns}
      where orders.tenant = ${tenant} and orders.referral_number = any (${[...own]})
        and (orders.state in ('reported', 'confirmed') or orders.state = 'released' and referrals.share = 0
          or orders.state = 'cancelled' and not exists (select from rewards where rewards.tenant = ${tenant}
            and rewards.order_number = orders.number and rewards.beneficiary = 'referrer'))
      order by orders.reported_at desc limit 500)
    union all
    (select 'recipient', ${columns}
      where orders.tenant = ${tenant} and orders.recipient_number = any (${[...mine]})
        and (orders.state in ('reported', 'confirmed') or orders.state in ('released', 'cancelled')
          and not exists (select from rewards where rewards.tenant = ${tenant}
            and rewards.order_number = orders.number and rewards.beneficiary = 'recipient'))
      order by orders.reported_at desc limit 500)`.execute(tx)
  return rows
}

export type Unanswered = {
  side: 'referrer' | 'recipient'
  state: string
  valid_until: string
  share: number
  cents: number
  contacts: number
  confirmed: number
  kept_until: string | null // of contacts who have not confirmed
}

/** Recommendations made or accepted that no contract is known of. */
export async function listUnanswered(
  tx: Tx,
  tenant: string,
  { mine, own }: Subject,
): Promise<Unanswered[]> {
  const { rows } = await sql<Unanswered>`
    select 'referrer' as side, referrals.state, valid_until, share, commission_cents as cents,
      count(recipients.number)::int as contacts,
      (count(*) filter (where recipients.state = 'confirmed'))::int as confirmed,
      max(delete_on) filter (where recipients.state = 'accepted') as kept_until
    from referrals
      left join recipients on recipients.tenant = ${tenant} and recipients.referral_number = referrals.number
        and recipients.state <> 'withdrawn'
    where referrals.tenant = ${tenant} and referrals.number = any (${[...own]})
      and not exists (select from orders where orders.tenant = ${tenant} and orders.referral_number = referrals.number)
    group by referrals.tenant, referrals.number
    union all
    select 'recipient', referrals.state, valid_until, share, commission_cents, 1,
      (recipients.state = 'confirmed')::int, case when recipients.state = 'accepted' then delete_on end
    from recipients
      join referrals on referrals.tenant = ${tenant} and referrals.number = recipients.referral_number
    where recipients.tenant = ${tenant} and recipients.number = any (${[...mine]})
      and not exists (select from orders
        where orders.tenant = ${tenant} and orders.recipient_number = recipients.number)`.execute(
    tx,
  )
  return rows
}

export type PersonConsent = { kind: string; version: string; given: boolean; at: At }

export async function listPersonConsents(
  tx: Tx,
  tenant: string,
  { accountId, mine, own }: Subject,
): Promise<PersonConsent[]> {
  const { rows } = await sql<PersonConsent>`
    select kind, version, given, at from consents
    where tenant = ${tenant} and (subject_kind = 'account' and subject_id = ${accountId ?? ''}
      or subject_kind = 'recipient' and subject_id = any (${[...mine]})
      or subject_kind = 'referral' and subject_id = any (${[...own]}))
    order by at desc, consent_id desc limit 100`.execute(tx)
  return rows
}

/** Whether an operator has looked at a person or a mail since then. */
export async function hasViewed(
  tx: Tx,
  tenant: string,
  asked: { operatorId: string; subjectId: string; since: At },
): Promise<boolean> {
  const { rows } = await sql`
    select from audit_log
    where tenant = ${tenant} and subject_id = ${asked.subjectId} and actor_id = ${asked.operatorId}
      and action = any ('{person-viewed,mail-viewed}') and at > ${asked.since.toString()}
    order by number desc limit 1`.execute(tx)
  return rows.length > 0
}

/** Rewards that their owner can collect, those that expire first before the others. */
export async function listCollectable(
  tx: Tx,
  tenant: string,
  people: { accounts: readonly string[]; recipients: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ reward_id: string }>`
    select reward_id from rewards
    where tenant = ${tenant} and state = 'provided' and (
      beneficiary = 'referrer' and account_id = any (${[...people.accounts]}::uuid[])
      or beneficiary = 'recipient' and recipient_number = any (${[...people.recipients]}))
    order by expires_on, reward_id limit 10`.execute(tx)
  return rows.map(({ reward_id }) => reward_id)
}
