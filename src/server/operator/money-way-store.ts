import { sql } from 'kysely'
import type { Account, RewardEvent } from '../../domain/ledger.ts'
import type { PayeeResult } from '../../domain/payee-check.ts'
import type { Localised } from '../../domain/tenant.ts'
import type { VoucherOrderState, VoucherRefusal } from '../../domain/voucher-order.ts'
import type { Tx } from '../db/connection.ts'

// The way of one reward's money: as many queries as there are kinds of steps, however often it went to the bank.

type At = Temporal.Instant

export type WayOrder = {
  number: string
  external_number: string | null
  product: Localised | null
  contract_on: string
  source: string
  reported_at: At
  confirmed_at: At | null
  released_at: At | null
  cancelled_at: At | null
  reward_cents: number | null
  agency: string | null
  referral_number: string
  referred_at: At
  file_id: string | null
  file_name: string | null // forgotten with the file
}

/** A reward's order with the file that it came by. */
export async function readWayOrder(
  tx: Tx,
  tenant: string,
  number: string,
): Promise<WayOrder | undefined> {
  const { rows } = await sql<WayOrder>`
    select orders.number, orders.external_number, products.title as product, orders.contract_on, orders.source, orders.reported_at,
      orders.confirmed_at, orders.released_at, orders.cancelled_at, orders.reward_cents::bigint as reward_cents, agencies.name as agency,
      orders.referral_number, referrals.created_at as referred_at, file.id as file_id,
      (select name from order_imports where tenant = ${tenant} and import_id = file.id::uuid) as file_name
    from orders
      join referrals on referrals.tenant = ${tenant} and referrals.number = orders.referral_number
      left join products on products.tenant = ${tenant} and products.product_id = orders.product_id
      left join agencies on agencies.tenant = ${tenant} and agencies.agency_id = referrals.agency_id
      left join lateral (select details ->> 'orderFile' as id from audit_log
        where tenant = ${tenant} and subject_id = ${number} and details ->> 'orderFile' is not null
        order by audit_log.number limit 1) file on true
    where orders.tenant = ${tenant} and orders.number = ${number}`.execute(tx)
  return rows[0]
}

export type WayPosting = {
  posting_id: string
  at: At
  month: string // in Berlin
  event: RewardEvent
  event_key: string
  account: Account
  cents: number
}

/** Oldest first, of each event what leaves an account before what comes to one. */
export async function listWayPostings(
  tx: Tx,
  tenant: string,
  rewardId: string,
): Promise<WayPosting[]> {
  const { rows } = await sql<WayPosting>`
    select posting_id, at, to_char(at at time zone 'Europe/Berlin', 'YYYY-MM') as month, event, event_key, account, cents
    from ledger_postings where tenant = ${tenant} and reward_id = ${rewardId} order by at, event_key, cents, posting_id`.execute(
    tx,
  )
  return rows
}

export type WayPayment = {
  payout_id: string
  end_to_end_id: string
  cents: number
  iban_encrypted: string
  state: 'in-transit' | 'paid' | 'rejected' | 'returned'
  created_at: At
  settled_at: At | null
  bank_status: string | null
  reason: string | null
  batch_id: string
  message_id: string
  file_hash: string
  execution_on: string
  proposal_id: string | null
  proposed_by: string | null
  proposed_at: At | null
  check_result: PayeeResult | null
  cancel_by: string | null
  cancel_reason: string | null
  cancelled_by: string | null
  cancelled_at: At | null
  cancelled_alone: string | null
}

/** Oldest first. */
export async function listWayPayments(
  tx: Tx,
  tenant: string,
  rewardId: string,
): Promise<WayPayment[]> {
  const { rows } = await sql<WayPayment>`
    select payouts.payout_id, end_to_end_id, payouts.cents, iban_encrypted, payouts.state, payouts.created_at, settled_at, bank_status,
      payouts.reason, payouts.batch_id, message_id, file_hash, execution_on, batches.proposal_id, proposed_by, proposed_at,
      checked.result as check_result, cancel_by, cancel_reason, cancelled_by, cancelled_at, cancelled_alone
    from payouts
      join payout_batches batches on batches.tenant = ${tenant} and batches.batch_id = payouts.batch_id
      left join payout_proposals proposals on proposals.tenant = ${tenant} and proposals.proposal_id = batches.proposal_id
      left join payee_checks checked on checked.tenant = ${tenant} and checked.payout_id = payouts.payout_id
    where payouts.tenant = ${tenant} and payouts.reward_id = ${rewardId}
    order by payouts.created_at, payouts.payout_id limit 50`.execute(tx)
  return rows
}

export type WayApproval = {
  proposal_id: string
  approved_by: string
  approved_at: At
  content_hash: string
  alone_reason: string | null
}

export async function listWayApprovals(
  tx: Tx,
  tenant: string,
  proposals: readonly string[],
): Promise<WayApproval[]> {
  const { rows } = await sql<WayApproval>`
    select proposal_id, approved_by, approved_at, content_hash, alone_reason from payout_approvals
    where tenant = ${tenant} and proposal_id = any (${[...proposals]}::text[]) order by approved_at, approved_by`.execute(
    tx,
  )
  return rows
}

export type WayLine = {
  line_id: string
  payout_id: string | null
  kind: string | null
  subject: string | null
  booked_on: string
  cents: number
  direction: 'CRDT' | 'DBIT'
  account: string
  reference: string | null
  source: string | null
  reasons: string | null
  fee_cents: number
  waits: boolean
  is_closed: boolean
}

/**
 * Lines of the statement: of its payments, those that somebody gave to the reward's clawback or to these documents, and those that took
 * back what had paid a document (817), under its number.
 */
export async function listWayLines(
  tx: Tx,
  tenant: string,
  { payouts, subjects }: { payouts: readonly string[]; subjects: readonly string[] },
): Promise<WayLine[]> {
  const { rows } = await sql<WayLine>`
    select lines.line_id, found.payout_id, lines.kind, found.subject, booked_on, cents, direction, lines.account, reference,
      files.kind as source, found.reasons, coalesce(found.fee_cents, 0)::bigint as fee_cents, coalesce(found.waits, false) as waits,
      coalesce(books.closed_to >= lines.day_on, false) as is_closed
    from (
        select line_id, payout_id, null as subject, reasons, fee_cents, applied_at is null as waits from bank_line_payouts
        where tenant = ${tenant} and payout_id = any (${[...payouts]}::uuid[])
        union all
        select line_id, null, subject, null, null, null from bank_lines
        where tenant = ${tenant} and subject = any (${[...subjects]}::text[]) and kind in ('repayment', 'invoice')
        union all
        select reversal.line_id, null, credit.subject, null, null, null from bank_lines credit
          join bank_lines reversal on reversal.tenant = ${tenant} and reversal.kind = 'reversal' and reversal.subject = credit.line_id::text
        where credit.tenant = ${tenant} and credit.subject = any (${[...subjects]}::text[]) and credit.kind = 'invoice') found
      join bank_lines lines on lines.tenant = ${tenant} and lines.line_id = found.line_id
      left join bank_files files on files.tenant = ${tenant} and files.file_hash = lines.file_hash
      left join bank_books books on books.tenant = ${tenant}
    order by booked_on, direction = 'CRDT', lines.line_id limit 200`.execute(tx)
  return rows
}

export type WayDocument = {
  number: string
  kind: 'invoice' | 'credit' | 'self-billed'
  issued_on: string
  due_on: string
  reward_cents: number // this reward's
  fee_cents: number
  total_cents: number // of the whole document
  paid_on: string | null
}

/** Documents that bill a reward to its agency, or take that back. */
export async function listWayDocuments(
  tx: Tx,
  tenant: string,
  rewardId: string,
): Promise<WayDocument[]> {
  const { rows } = await sql<WayDocument>`
    select number, kind, issued_on, due_on, lines.reward_cents, lines.fee_cents, total_cents, paid_on
    from invoice_lines lines
      join invoices on invoices.tenant = ${tenant} and invoices.invoice_id = lines.invoice_id
      left join invoice_payments payments on payments.tenant = ${tenant} and payments.invoice_id = lines.invoice_id
    where lines.tenant = ${tenant} and lines.reward_id = ${rewardId} order by issued_on, number`.execute(
    tx,
  )
  return rows
}

export type WayVoucher = {
  codes: number
  cents: number
  at: At | null
  brand: Localised | null
  shown_at: At | null // the last of them; null: not all were
  remind_on: string | null
  reminded_at: At | null
  expires: string[] // each day once
  order_id: string | null // null: of a pool
  state: VoucherOrderState
  reason: VoucherRefusal | null
  reference: string | null
  made_at: At
  changed_at: At
}

/** Codes that are in use for a reward, and its order at the provider, which there is before a code. */
export async function readWayVoucher(
  tx: Tx,
  tenant: string,
  rewardId: string,
): Promise<WayVoucher> {
  const { rows } = await sql<WayVoucher>`
    select codes, coalesce(found.cents, ordered.cents, 0)::bigint as cents, at, shown_at, remind_on, expires,
      (select title from reward_options
        where tenant = ${tenant} and reward_options.option_id = coalesce(found.option_id, ordered.option_id)) as brand,
      (select max(audit_log.at) from audit_log
        where tenant = ${tenant} and subject_id = ${rewardId} and action = 'remind-of-voucher') as reminded_at,
      order_id::text, state, reason, reference, made_at, changed_at
    from (
      select count(*)::int as codes, sum(cents)::bigint as cents, max(taken_at) as at, max(option_id) as option_id,
        case when bool_and(shown_at is not null) then max(shown_at) end as shown_at, min(remind_on) as remind_on,
        array_remove(array_agg(distinct expires_on::text), null) as expires
      from vouchers where tenant = ${tenant} and reward_id = ${rewardId} and faulty_at is null) found
      left join voucher_orders ordered on ordered.tenant = ${tenant} and ordered.reward_id = ${rewardId}`.execute(
    tx,
  )
  return rows[0]!
}

export type WayClawback = { cents: number; left_cents: number; opened_at: At; closed_at: At | null }

export async function readWayClawback(
  tx: Tx,
  tenant: string,
  rewardId: string,
): Promise<WayClawback | undefined> {
  const { rows } = await sql<WayClawback>`
    select cents, left_cents, opened_at, closed_at from clawbacks
    where tenant = ${tenant} and reward_id = ${rewardId}`.execute(tx)
  return rows[0]
}
