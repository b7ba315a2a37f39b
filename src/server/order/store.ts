import { sql } from 'kysely'
import type { OrderState } from '../../domain/order.ts'
import type { ReferralState } from '../../domain/referral.ts'
import { recordReport } from '../reports/rows-store.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'

export type Order = {
  number: string
  external_number: string | null
  referral_number: string
  recipient_number: string
  product_id: string
  contract_on: string
  state: OrderState
}

const columns = [
  'number',
  'external_number',
  'referral_number',
  'recipient_number',
  'product_id',
  'contract_on',
  'state',
] as const

export function findOrderByExternal(
  tx: Tx,
  tenant: string,
  external: string,
): Promise<Order | undefined> {
  return tx
    .selectFrom('orders')
    .select(columns)
    .where('tenant', '=', tenant)
    .where('external_number', '=', external)
    .$narrowType<{ state: OrderState }>()
    .executeTakeFirst()
}

/**
 * Locks an order. Lock order against deadlocks: order, account, confirmed recipients, rewards, vouchers, referral, unconfirmed
 * recipients. NO KEY UPDATE, so that referring inserts need not wait.
 */
export const lockOrder = async (
  tx: Tx,
  tenant: string,
  number: string,
): Promise<Order | undefined> => (await lockOrders(tx, tenant, [number]))[0]

/** Locks many, in the order of their numbers. */
export function lockOrders(tx: Tx, tenant: string, numbers: readonly string[]): Promise<Order[]> {
  return tx
    .selectFrom('orders')
    .select(columns)
    .where('tenant', '=', tenant)
    .where('number', '=', sql<string>`any(${[...numbers]}::text[])`)
    .orderBy('number')
    .$narrowType<{ state: OrderState }>()
    .forNoKeyUpdate()
    .execute()
}

export function findOrder(tx: Tx, tenant: string, number: string): Promise<Order | undefined> {
  return tx
    .selectFrom('orders')
    .select(columns)
    .where('tenant', '=', tenant)
    .where('number', '=', number)
    .$narrowType<{ state: OrderState }>()
    .executeTakeFirst()
}

/** The order by our or the provider's number, as operators type either. */
export async function findOrderNumber(
  tx: Tx,
  tenant: string,
  text: string,
): Promise<string | undefined> {
  const own = await tx
    .selectFrom('orders')
    .select('number')
    .where('tenant', '=', tenant)
    .where('number', '=', text.trim().toUpperCase())
    .executeTakeFirst()
  return own?.number ?? (await findOrderByExternal(tx, tenant, text.trim()))?.number
}

/** A recipient's newest uncancelled order for a product. */
export function findLiveOrder(
  tx: Tx,
  tenant: string,
  recipient: string,
  product: string,
): Promise<Order | undefined> {
  return tx
    .selectFrom('orders')
    .select(columns)
    .where('tenant', '=', tenant)
    .where('recipient_number', '=', recipient)
    .where('product_id', '=', product)
    .where('state', '<>', 'cancelled')
    .orderBy('reported_at', 'desc')
    .orderBy('number', 'desc')
    .$narrowType<{ state: OrderState }>()
    .executeTakeFirst()
}

/** A browser's unconfirmed report for recipient and product. */
export function findReportedOrder(
  tx: Tx,
  tenant: string,
  recipient: string,
  product: string,
): Promise<{ number: string } | undefined> {
  return tx
    .selectFrom('orders')
    .select('number')
    .where('tenant', '=', tenant)
    .where('recipient_number', '=', recipient)
    .where('product_id', '=', product)
    .where('state', '=', 'reported')
    .where('external_number', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export type NewOrder = {
  number: string
  external: string | null
  referral: string
  recipient: string
  product: string
  contractOn: string
  state: 'reported' | 'confirmed' | 'cancelled'
  releasableOn: string | null
  source: string
  channel: string
  campaign: string | null
  at: Temporal.Instant
}

/** False if the provider's number, or a report for recipient and product, exists. */
export async function insertOrder(tx: Tx, tenant: string, order: NewOrder): Promise<boolean> {
  const at = order.at.toString()
  // The referral keeps the recommended product's amount, an agency's referral that of all.
  const { rows: ofAnother } = await sql<{ plan: string; commission_cents: number }>`
    select products.plan, products.commission_cents from products
      join referrals on referrals.tenant = ${tenant} and referrals.number = ${order.referral}
    where products.tenant = ${tenant} and products.product_id = ${order.product}
      and referrals.agency_plan is null and referrals.product_id <> products.product_id`.execute(tx)
  const result = await tx
    .insertInto('orders')
    .values({
      tenant,
      number: order.number,
      external_number: order.external,
      referral_number: order.referral,
      recipient_number: order.recipient,
      product_id: order.product,
      plan: ofAnother[0]?.plan ?? null,
      commission_cents: ofAnother[0]?.commission_cents ?? null,
      contract_on: order.contractOn,
      state: order.state,
      source: order.source,
      channel: order.channel,
      campaign: order.campaign,
      reported_at: at,
      confirmed_at: order.state === 'confirmed' ? at : null,
      releasable_on: order.releasableOn,
      cancelled_at: order.state === 'cancelled' ? at : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  const inserted = result.numInsertedOrUpdatedRows === 1n
  if (inserted) await recordReport(tx, tenant, 'orders', [order.number])
  return inserted
}

/** Turns a report into the provider's order. findReportedOrder has locked the row. */
export async function adoptReport(
  tx: Tx,
  tenant: string,
  number: string,
  said: {
    external: string
    contractOn: string
    state: 'confirmed' | 'cancelled'
    releasableOn: string | null
    at: Temporal.Instant
  },
): Promise<void> {
  // The app's login may not change a contract's day or number: a database function does, for reported orders only.
  await sql`
    select confirm_reported_order(${tenant}, ${number}, ${said.external}, ${said.contractOn}, ${said.releasableOn}, ${said.state},
      ${said.at.toString()})`.execute(tx)
  await recordReport(tx, tenant, 'orders', [number])
}

/** Products with this provider's number, now or earlier, current first. */
export async function findProductsByExternal(
  tx: Tx,
  tenant: string,
  external: string,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('products')
    .select('product_id')
    .where('tenant', '=', tenant)
    .where('external_id', '=', external)
    .orderBy('active', 'desc')
    .orderBy('product_id')
    .execute()
  return rows.map(({ product_id }) => product_id)
}

export function findReferralOfReport(tx: Tx, tenant: string, number: string) {
  return tx
    .selectFrom('referrals')
    .select(['number', 'product_id', 'state', 'accepted_go_on', 'valid_until'])
    .where('tenant', '=', tenant)
    .where('number', '=', number)
    .$narrowType<{ state: ReferralState }>()
    .executeTakeFirst()
}

/** A recipient's orders and dates, for the own page. */
export async function readProgress(tx: Tx, tenant: string, recipient: string) {
  const [orders, reward] = await together([
    () =>
      tx
        .selectFrom('orders')
        .select(['number', 'state', 'contract_on', 'confirmed_at', 'reported_at'])
        .where('tenant', '=', tenant)
        .where('recipient_number', '=', recipient)
        .orderBy('reported_at', 'desc')
        .$narrowType<{ state: OrderState }>()
        .execute(),
    () =>
      sql<{ paid_at: Temporal.Instant | null }>`
      select min(paid_at) as paid_at from rewards
      where tenant = ${tenant} and recipient_number = ${recipient} and beneficiary = 'recipient' and state = 'paid'`.execute(
        tx,
      ),
  ])
  return { orders, paidAt: reward.rows[0]?.paid_at ?? null }
}
