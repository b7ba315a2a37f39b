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
 * Locks an order until the transaction ends. Whoever changes what hangs on an order locks in this order, so that nobody
 * waits in a circle: order, account, confirmed recipients, rewards, vouchers, referral, recipients not yet confirmed.
 * NO KEY UPDATE, because rows that only refer to the order need not wait.
 */
export function lockOrder(tx: Tx, tenant: string, number: string): Promise<Order | undefined> {
  return tx
    .selectFrom('orders')
    .select(columns)
    .where('tenant', '=', tenant)
    .where('number', '=', number)
    .$narrowType<{ state: OrderState }>()
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The order by our number or by the provider's, as an operator types either. */
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

/** The newest order of a recipient for a product that is not cancelled. */
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

/** What a browser reported of a recipient and a product and the provider has not spoken of yet. */
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

/** False when the provider's number, or a report of the same recipient and product, is there already. */
export async function insertOrder(tx: Tx, tenant: string, order: NewOrder): Promise<boolean> {
  const at = order.at.toString()
  // Of the recommended product the referral keeps what it earns, of an agency's referral of any.
  const asOfNow = (column: 'plan' | 'commission_cents') => sql<never>`
    (select products.${sql.ref(column)} from products join referrals on referrals.tenant = ${tenant}
      where products.tenant = ${tenant} and products.product_id = ${order.product}
        and referrals.number = ${order.referral}
        and referrals.agency_plan is null
        and (referrals.product_id <> products.product_id or referrals.plan is null))`
  const result = await tx
    .insertInto('orders')
    .values({
      tenant,
      number: order.number,
      external_number: order.external,
      referral_number: order.referral,
      recipient_number: order.recipient,
      product_id: order.product,
      plan: asOfNow('plan'),
      commission_cents: asOfNow('commission_cents'),
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

/** Turns a report into what the provider says of it. The row is locked by findReportedOrder. */
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
  // The app's login may not change the day or the number of a contract: the database does, of a reported order alone.
  await sql`
    select confirm_reported_order(${tenant}, ${number}, ${said.external}, ${said.contractOn}, ${said.releasableOn}, ${said.state},
      ${said.at.toString()})`.execute(tx)
  await recordReport(tx, tenant, 'orders', [number])
}

/** The products that have or had a number of the provider's, the one on the pages first. */
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

/** What a recipient's own page shows: their orders, and the days of what is done. */
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
