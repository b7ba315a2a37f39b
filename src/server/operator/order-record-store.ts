import { sql } from 'kysely'
import type { KeptPlan } from '../../domain/bonus.ts'
import type { Localised } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'
import { forMany } from '../db/in-step.ts'
import type { UnmatchedOrder } from '../order/unmatched-store.ts'
import type { ShownAs } from './order-list-store.ts'

export type OrderRecord = {
  number: string
  external_number: string | null
  product: Localised
  contract_on: string
  shown_as: Exclude<ShownAs, 'unmatched'>
  releasable_on: string | null
  version: number
  reward_cents: number | null
  referral_number: string
  source: string
  reported_at: Temporal.Instant
  confirmed_at: Temporal.Instant | null
  released_at: Temporal.Instant | null
  cancelled_at: Temporal.Instant | null
  refusal_reason: string | null
  refusal_note: string | null
  agency_id: string | null
  agency_name: string | null
  account_id: string | null
  account_name: string | null
  contact_number: string
  contact_name: string | null
}

/** An order with both its people. */
export async function readOrder(
  tx: Tx,
  tenant: string,
  number: string,
): Promise<OrderRecord | undefined> {
  const { rows } = await sql<OrderRecord>`
    select orders.number, orders.external_number, products.title as product, orders.contract_on, orders.shown_as, orders.releasable_on,
      orders.version, orders.reward_cents, orders.referral_number, orders.source, orders.reported_at, orders.confirmed_at,
      orders.released_at, orders.cancelled_at, orders.refusal_reason, orders.refusal_note, agencies.agency_id, agencies.name as agency_name,
      accounts.account_id, nullif(trim(accounts.first_name || ' ' || accounts.last_name), '') as account_name,
      recipients.number as contact_number, nullif(trim(recipients.first_name || ' ' || recipients.last_name), '') as contact_name
    from orders
      join products on products.tenant = ${tenant} and products.product_id = orders.product_id
      join referrals on referrals.tenant = ${tenant} and referrals.number = orders.referral_number
      join recipients on recipients.tenant = ${tenant} and recipients.number = orders.recipient_number
      left join accounts on accounts.tenant = ${tenant} and accounts.account_id = referrals.account_id and accounts.deleted_at is null
      left join agencies on agencies.tenant = ${tenant} and agencies.agency_id = referrals.agency_id
    where orders.tenant = ${tenant} and orders.number = ${number}`.execute(tx)
  return rows[0]
}

export type UnmatchedRecord = UnmatchedOrder & { product: Localised; version: number }

/** A contract that fits nobody. */
export async function readUnmatched(
  tx: Tx,
  tenant: string,
  id: string,
): Promise<UnmatchedRecord | undefined> {
  const { rows } = await sql<UnmatchedRecord>`
    select line_id, external_number, products.title as product, unmatched_orders.product_id, product_external_id, contract_on, source,
      seen_at, version, referral_number, recipient_number, email_hash, brought_by, order_file, counted_cents
    from unmatched_orders
      join products on products.tenant = ${tenant} and products.product_id = unmatched_orders.product_id
    where unmatched_orders.tenant = ${tenant} and line_id = ${id}`.execute(tx)
  return rows[0]
}

export type KeptPrice = { plan: string; commissionCents: number; agencyPlan: KeptPlan | null }

/** What is promised for a contract that fits nobody yet: of its product, and of the agency's recommendation that it names. */
export const readKeptPrice = forMany(
  async (tx, tenant, externals: readonly string[]): Promise<(KeptPrice | undefined)[]> => {
    const { rows } = await sql<KeptPrice & { external: string }>`
      select external_number as external, products.plan, products.commission_cents as "commissionCents",
        referrals.agency_plan as "agencyPlan"
      from unmatched_orders
        join products on products.tenant = ${tenant} and products.product_id = unmatched_orders.product_id
        left join referrals on referrals.tenant = ${tenant} and referrals.number = unmatched_orders.referral_number
      where unmatched_orders.tenant = ${tenant} and external_number = any (${[...externals]}::text[])`.execute(
      tx,
    )
    return externals.map((external) => rows.find((row) => row.external === external))
  },
)

/** Products in the order of the catalogue, also those no longer offered. */
export async function listProductTitles(
  tx: Tx,
  tenant: string,
): Promise<{ product_id: string; title: Localised }[]> {
  const { rows } = await sql<{ product_id: string; title: Localised }>`
    select product_id, title from products where tenant = ${tenant} order by active desc, position, product_id`.execute(
    tx,
  )
  return rows
}

const partnerName = sql`coalesce(nullif(sales_partners.company, ''), sales_partners.first_name || ' ' || sales_partners.last_name)`

export type PartnerOrderRecord = {
  number: string
  external_number: string
  product: Localised
  contract_on: string
  shown_as: 'confirmed' | 'released' | 'cancelled' | 'clawed-back'
  releasable_on: string
  source: string
  confirmed_at: Temporal.Instant
  released_at: Temporal.Instant | null
  cancelled_at: Temporal.Instant | null
  partner_id: string
  partner_name: string
  commission_cents: number
  commission_state: 'promised' | 'released' | 'billed' | 'taken-back' | 'cancelled'
  note_number: string | null
}

/** A sales partner's order. */
export const readPartnerOrder = forMany(
  async (tx, tenant, numbers: readonly string[]): Promise<(PartnerOrderRecord | undefined)[]> => {
    const { rows } = await sql<PartnerOrderRecord>`
      select orders.number, orders.external_number, products.title as product, orders.contract_on, orders.releasable_on, orders.source,
        case when commission_state = 'taken-back' then 'clawed-back' else orders.state end as shown_as,
        orders.confirmed_at, orders.released_at, orders.cancelled_at, orders.partner_id, ${partnerName} as partner_name,
        orders.commission_cents, orders.commission_state, partner_notes.number as note_number
      from partner_orders as orders
        join products on products.tenant = ${tenant} and products.product_id = orders.product_id
        join sales_partners on sales_partners.tenant = ${tenant} and sales_partners.partner_id = orders.partner_id
        left join partner_notes on partner_notes.tenant = ${tenant} and partner_notes.note_id = orders.billed_in
      where orders.tenant = ${tenant} and orders.number = any (${[...numbers]}::text[])`.execute(tx)
    return numbers.map((number) => rows.find((row) => row.number === number))
  },
)

const mostSellers = 500

export type SellerName = {
  id: string
  name: string
  number: string
  kind: 'agency' | 'sales-partner'
}

/** Who sells for the tenant, agencies first. */
export async function listSellerNames(tx: Tx, tenant: string): Promise<SellerName[]> {
  const { rows } = await sql<SellerName>`
    (select agency_id::text as id, name, number, 'agency' as kind from agencies where tenant = ${tenant} order by name limit ${mostSellers})
    union all
    (select partner_id::text, ${partnerName} as name, number, 'sales-partner' from sales_partners where tenant = ${tenant}
      order by name limit ${mostSellers})`.execute(tx)
  return rows
}
