import { sql } from 'kysely'
import type { OrderState } from '../../domain/order.ts'
import type { ReferralState } from '../../domain/referral.ts'
import { recordReport } from '../reports/rows-store.ts'
import type { Tx } from '../db/connection.ts'
import { forMany } from '../db/in-step.ts'
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

/** By the provider's numbers. */
export function listOrdersByExternal(
  tx: Tx,
  tenant: string,
  externals: readonly string[],
): Promise<Order[]> {
  return tx
    .selectFrom('orders')
    .select(columns)
    .where('tenant', '=', tenant)
    .where('external_number', '=', sql<string>`any(${[...externals]}::text[])`)
    .$narrowType<{ state: OrderState }>()
    .execute()
}

export const findOrderByExternal = forMany(
  async (tx, tenant, externals: readonly string[]): Promise<(Order | undefined)[]> => {
    const rows = await listOrdersByExternal(tx, tenant, externals)
    const found = new Map(rows.map((order) => [order.external_number, order]))
    return externals.map((external) => found.get(external))
  },
)

/**
 * Locks an order. Lock order against deadlocks: order, account, confirmed recipients, rewards, vouchers, referral, unconfirmed
 * recipients. NO KEY UPDATE, so that referring inserts need not wait.
 */
export const lockOrder = forMany(
  async (tx, tenant, numbers: readonly string[]): Promise<(Order | undefined)[]> => {
    const found = new Map((await lockOrders(tx, tenant, numbers)).map((one) => [one.number, one]))
    return numbers.map((number) => found.get(number))
  },
)

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

type Reported = { number: string; recipient: string; product: string }

/** A browser's unconfirmed report for recipient and product, locked. */
export const findReportedOrder = forMany(
  async (
    tx,
    tenant,
    asked: readonly Omit<Reported, 'number'>[],
  ): Promise<(Reported | undefined)[]> => {
    const { rows } = await sql<Reported>`
      select number, recipient_number as recipient, product_id as product
      from unnest(${asked.map((one) => one.recipient)}::text[], ${asked.map((one) => one.product)}::text[]) as asked (recipient, product)
        join orders on orders.tenant = ${tenant} and recipient_number = asked.recipient and product_id = asked.product
          and state = 'reported' and external_number is null
      order by number for no key update of orders`.execute(tx)
    return asked.map(({ recipient, product }) =>
      rows.find((row) => row.recipient === recipient && row.product === product),
    )
  },
)

/** Locks the unconfirmed reports of many. */
export async function lockReported(
  tx: Tx,
  tenant: string,
  recipients: readonly string[],
): Promise<void> {
  await sql`
    select 1 from orders
    where tenant = ${tenant} and recipient_number = any (${[...recipients]}::text[]) and state = 'reported'
    order by number for no key update`.execute(tx)
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

// In one order, so that no two wait for each other's.
const byNumber = (orders: readonly NewOrder[]) =>
  orders.toSorted((a, b) => ((a.external ?? '') < (b.external ?? '') ? -1 : 1))

/** False if the provider's number, or a report for recipient and product, exists. */
export const insertOrder = forMany(
  async (tx, tenant, orders: readonly NewOrder[]): Promise<boolean[]> => {
    // The referral keeps the recommended product's amount, an agency's referral that of all.
    const { rows: ofAnother } = await sql<{
      number: string
      plan: string
      commission_cents: number
    }>`
      select asked.number, products.plan, products.commission_cents
      from unnest(${orders.map(({ number }) => number)}::text[], ${orders.map(({ referral }) => referral)}::text[],
          ${orders.map(({ product }) => product)}::text[]) as asked (number, referral, product)
        join products on products.tenant = ${tenant} and products.product_id = asked.product
        join referrals on referrals.tenant = ${tenant} and referrals.number = asked.referral
      where referrals.agency_plan is null and referrals.product_id <> products.product_id`.execute(
      tx,
    )
    const promised = new Map(ofAnother.map((one) => [one.number, one]))
    const rows = await tx
      .insertInto('orders')
      .values(
        byNumber(orders).map((order) => ({
          tenant,
          number: order.number,
          external_number: order.external,
          referral_number: order.referral,
          recipient_number: order.recipient,
          product_id: order.product,
          plan: promised.get(order.number)?.plan ?? null,
          commission_cents: promised.get(order.number)?.commission_cents ?? null,
          contract_on: order.contractOn,
          state: order.state,
          source: order.source,
          channel: order.channel,
          campaign: order.campaign,
          reported_at: order.at.toString(),
          confirmed_at: order.state === 'confirmed' ? order.at.toString() : null,
          releasable_on: order.releasableOn,
          cancelled_at: order.state === 'cancelled' ? order.at.toString() : null,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('number')
      .execute()
    const inserted = rows.map(({ number }) => number)
    await recordReport(tx, tenant, 'orders', inserted)
    return orders.map(({ number }) => inserted.includes(number))
  },
)

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
export const findProductsByExternal = forMany(
  async (tx, tenant, externals: readonly string[]): Promise<string[][]> => {
    const rows = await tx
      .selectFrom('products')
      .select(['product_id', 'external_id'])
      .where('tenant', '=', tenant)
      .where('external_id', '=', sql<string>`any(${[...externals]}::text[])`)
      .orderBy('active', 'desc')
      .orderBy('product_id')
      .execute()
    const found = Map.groupBy(rows, (row) => row.external_id)
    return externals.map((external) => (found.get(external) ?? []).map((row) => row.product_id))
  },
)

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
