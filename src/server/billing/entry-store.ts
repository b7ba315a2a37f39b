import { sql } from 'kysely'
import type { Localised } from '../../domain/tenant.ts'
import { keepsPlan, type Tx } from '../db/connection.ts'

// Entries of documents: rewards and commissions with their ledger and document data. Times come from the ledger, so that every
// line has its postings.

/** Billed once and taken back once. */
export type Entry = {
  orderNumber: string
  externalNumber: string | null // the provider's order number, used in lists
  cents: number // the reward
  feeCents: number // bears VAT
  releasedAt: Temporal.Instant
  endEvent: string | null
  endAt: Temporal.Instant | null
  billedIn: string | null // id of the document
  billedNumber: string | null
  billedRewardCents: number | null
  billedFeeCents: number | null
  billedVatPercent: number | null
  billedTaxesReward: boolean
  credited: boolean
}

export type LedgerReward = Entry & {
  rewardId: string
  referralNumber: string
  accountId: string | null // null: unclaimed referral
  beneficiary: string
}

export type LedgerCommission = Entry & {
  externalNumber: string
  title: Localised
  contractOn: string
}

// Final events of a reward (domain/ledger.ts): the first counts.
const endings = [
  'cancelled-open',
  'cancelled-provided',
  'cancelled-collected',
  'claim-bank',
  'claim-voucher',
  'expired',
]

/** An agency's rewards released before `before` that are unbilled, or ended and uncredited. */
export async function listOpenRewards(
  tx: Tx,
  tenant: string,
  agencyId: string,
  before: Temporal.Instant,
  feeCents: number,
): Promise<LedgerReward[]> {
  const { rows } = await sql<LedgerReward>`
    select rewards.reward_id as "rewardId", rewards.cents, ${feeCents}::bigint as "feeCents", rewards.order_number as "orderNumber",
      orders.external_number as "externalNumber", rewards.referral_number as "referralNumber", rewards.beneficiary,
      case when referrals.owned_at is not null then referrals.account_id end as "accountId",
      created.at as "releasedAt", ended.event as "endEvent", ended.at as "endAt",
      billed.invoice_id as "billedIn", invoices.number as "billedNumber", billed.reward_cents as "billedRewardCents",
      billed.fee_cents as "billedFeeCents", billed.vat_percent as "billedVatPercent",
      coalesce(billed.taxed_reward_cents > 0, false) as "billedTaxesReward", credited.reward_id is not null as credited
    from referrals
      join rewards on rewards.tenant = ${tenant} and rewards.referral_number = referrals.number
        and rewards.order_number is not null
      join orders on orders.tenant = ${tenant} and orders.number = rewards.order_number
      join ledger_postings created on created.tenant = ${tenant} and created.reward_id = rewards.reward_id
        and created.event_key = 'created' and created.account = 'committed'
      left join lateral (
        select event, at from ledger_postings
        where tenant = ${tenant} and reward_id = rewards.reward_id and event = any (${endings}) and cents > 0
        order by at limit 1) ended on true
      left join invoice_lines billed on billed.tenant = ${tenant} and billed.reward_id = rewards.reward_id
        and billed.side = 'billed'
      left join invoices on invoices.tenant = ${tenant} and invoices.invoice_id = billed.invoice_id
      left join invoice_lines credited on credited.tenant = ${tenant} and credited.reward_id = rewards.reward_id
        and credited.side = 'credited'
    where referrals.tenant = ${tenant} and referrals.agency_id = ${agencyId} and created.at < ${before.toString()}
      and (billed.reward_id is null or (ended.at is not null and credited.reward_id is null))
    order by created.at, rewards.reward_id`.execute(tx)
  return rows
}

/** A partner's open commissions; wholly taxed. */
export async function listOpenCommissions(
  tx: Tx,
  tenant: string,
  partnerId: string,
  before: Temporal.Instant,
): Promise<LedgerCommission[]> {
  const { rows } = await sql<LedgerCommission>`
    select orders.number as "orderNumber", orders.external_number as "externalNumber", products.title,
      orders.contract_on as "contractOn", 0::bigint as cents, released.cents as "feeCents", released.at as "releasedAt",
      ended.event as "endEvent", ended.at as "endAt", billed.note_id as "billedIn", notes.number as "billedNumber",
      0::bigint as "billedRewardCents", billed.cents as "billedFeeCents", billed.vat_percent as "billedVatPercent",
      false as "billedTaxesReward", credited.order_number is not null as credited
    from partner_orders orders
      join products on products.tenant = ${tenant} and products.product_id = orders.product_id
      join commission_postings released on released.tenant = ${tenant} and released.order_number = orders.number
        and released.event_key = 'provided' and released.account = 'payable'
      left join commission_postings ended on ended.tenant = ${tenant} and ended.order_number = orders.number
        and ended.event_key = 'cancelled-provided' and ended.account = 'cancelled'
      left join partner_note_lines billed on billed.tenant = ${tenant} and billed.order_number = orders.number
        and billed.side = 'billed'
      left join partner_notes notes on notes.tenant = ${tenant} and notes.note_id = billed.note_id
      left join partner_note_lines credited on credited.tenant = ${tenant} and credited.order_number = orders.number
        and credited.side = 'credited'
    where orders.tenant = ${tenant} and orders.partner_id = ${partnerId} and released.at < ${before.toString()}
      and (billed.order_number is null or (ended.at is not null and credited.order_number is null))
    order by released.at, orders.number`.execute(tx)
  return rows
}

/** Agencies with rewards; others need no run. */
export async function listBilledAgencies(tx: Tx, tenant: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select ${keepsPlan} agency_id as id from agencies
    where tenant = ${tenant} and exists (
      select from referrals join rewards on rewards.tenant = ${tenant} and rewards.referral_number = referrals.number
      where referrals.tenant = ${tenant} and referrals.agency_id = agencies.agency_id)
    order by number`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Partners with earnings. */
export async function listEarningPartners(tx: Tx, tenant: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select partner_id as id from sales_partners
    where tenant = ${tenant} and exists (
      select from partner_orders where tenant = ${tenant} and partner_id = sales_partners.partner_id
        and released_at is not null)
    order by number`.execute(tx)
  return rows.map(({ id }) => id)
}
