import { sql, type RawBuilder } from 'kysely'
import { orderKey } from '../../domain/claim.ts'
import type { Localised } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'

/** As the list says it; `clawed-back` is cancelled after a reward was paid. */
export type ShownAs =
  | 'unmatched'
  | 'reported'
  | 'confirmed'
  | 'released'
  | 'cancelled'
  | 'clawed-back'
  | 'refused'

export type OrderRow = {
  key: string // the order's number, or the provider's of one that fits nobody
  line_id: string | null // of one that fits nobody
  external_number: string | null
  product: Localised
  contract_on: string
  shown_as: ShownAs
  releasable_on: string | null
  name: string | null
  cents: number | null
  version: number
}

export type OrderFilter = {
  states: readonly ShownAs[] // empty: all
  products: readonly string[] // empty: all
  from?: string
  to?: string
  search?: string
}

/** Beyond this many rows a filter is neither counted nor summed nor paged. */
export const mostCounted = 10_000

type Part = RawBuilder<unknown>
type Branch = { table: 'orders' | 'unmatched_orders'; where: Part }

const clawedBack = (tenant: string) =>
  sql`array(select order_number from rewards where tenant = ${tenant} and claimed_back_at is not null)`
const isClawedBack = (tenant: string) => sql`exists (select from rewards
  where tenant = ${tenant} and order_number = orders.number and claimed_back_at is not null)`

/** A part for each state asked for, so that each is read from its index in the list's order. */
function branchesOf(tenant: string, filter: OrderFilter): Branch[] {
  const { states, products, from, to, search } = filter
  const narrowed = [
    ...(products.length === 0
      ? []
      : [
          products.length === 1
            ? sql`product_id = ${products[0]}`
            : sql`product_id = any (${[...products]}::text[])`,
        ]),
    ...(from ? [sql`contract_on >= ${from}`] : []),
    ...(to ? [sql`contract_on <= ${to}`] : []),
  ]
  const number = search?.toUpperCase().replace(/\s+/g, '')
  const found = {
    orders: search
      ? [
          sql`(number = ${number} or referral_number = ${number} or external_key = ${orderKey(search)})`,
        ]
      : [],
    unmatched_orders: search ? [sql`external_key = ${orderKey(search)}`] : [],
  }
  const branch = (table: Branch['table'], ...more: Part[]): Branch => ({
    table,
    where: sql.join(
      [sql`${sql.ref(`${table}.tenant`)} = ${tenant}`, ...more, ...narrowed, ...found[table]],
      sql` and `,
    ),
  })
  if (states.length === 0) return [branch('orders'), branch('unmatched_orders')]
  return states.map((state) => {
    if (state === 'unmatched') return branch('unmatched_orders')
    if (state === 'clawed-back')
      return branch(
        'orders',
        sql`shown_as = 'cancelled'`,
        sql`number = any (${clawedBack(tenant)})`,
      )
    if (state === 'cancelled')
      return branch('orders', sql`shown_as = 'cancelled'`, sql`not ${isClawedBack(tenant)}`)
    return branch('orders', sql`shown_as = ${state}`)
  })
}

const columns = {
  orders: sql`number as key, null::uuid as line_id, external_number, product_id, contract_on, shown_as, releasable_on,
    recipient_number, reward_cents as cents, version`,
  unmatched_orders: sql`external_number, line_id, external_number, product_id, contract_on, 'unmatched', null::date,
    null::text, null::bigint, version`,
}
const keys = { orders: sql`number`, unmatched_orders: sql`external_number` }

/** A page of orders by the contract's day, and how many there are with which rewards; `cents` null: too many to sum. */
export async function listOrders(
  tx: Tx,
  tenant: string,
  asked: { filter: OrderFilter; descending: boolean; limit: number; offset: number },
): Promise<{ rows: OrderRow[]; count: number; cents: number | null }> {
  const branches = branchesOf(tenant, asked.filter)
  const way = asked.descending ? sql`desc` : sql`asc`
  const upTo = Math.min(asked.offset + asked.limit, mostCounted)
  const parts = branches.map(
    ({ table, where }) => sql`(select ${columns[table]} from ${sql.table(table)} where ${where}
      order by contract_on ${way}, ${keys[table]} ${way} limit ${upTo})`,
  )
  // The first part names the columns.
  const first = sql`select ${columns.orders} from orders where false`
  const counted = branches.map(
    ({
      table,
      where,
    }) => sql`(select ${table === 'orders' ? sql`reward_cents` : sql`null::bigint as reward_cents`}
      from ${sql.table(table)} where ${where} limit ${mostCounted + 1})`,
  )
  const [{ rows }, { rows: sums }] = await together([
    () =>
      sql<OrderRow>`
        select page.*, products.title as product,
          nullif(trim(recipients.first_name || ' ' || recipients.last_name), '') as name,
          case when shown_as = 'cancelled' and exists (select from rewards where tenant = ${tenant}
            and order_number = page.key and claimed_back_at is not null) then 'clawed-back' else shown_as end as shown_as
        from (select * from (${sql.join([first, ...parts], sql` union all `)}) found
          order by contract_on ${way}, key ${way} limit ${Math.max(upTo - asked.offset, 0)} offset ${asked.offset}) page
          join products on products.tenant = ${tenant} and products.product_id = page.product_id
          left join recipients on recipients.tenant = ${tenant} and recipients.number = page.recipient_number
        order by contract_on ${way}, key ${way}`.execute(tx),
    () =>
      sql<{ count: number; cents: number }>`
        select count(*)::int as count, coalesce(sum(reward_cents), 0)::bigint as cents
        from (${sql.join(counted, sql` union all `)}) found`.execute(tx),
  ])
  const { count, cents } = sums[0]!
  return count > mostCounted ? { rows, count: mostCounted, cents: null } : { rows, count, cents }
}

/** Confirmed orders to be released together, the oldest contract first, as they are priced. */
export async function selectConfirmed(
  tx: Tx,
  tenant: string,
  which: readonly string[] | OrderFilter,
  limit: number,
): Promise<{ number: string; version: number; product_id: string }[]> {
  const matches = Array.isArray(which)
    ? [sql`tenant = ${tenant} and shown_as = 'confirmed' and number = any (${[...which]}::text[])`]
    : confirmedOf(tenant, which as OrderFilter)
  if (matches.length === 0) return []
  const { rows } = await sql<{ number: string; version: number; product_id: string }>`
    select number, version, product_id from orders where ${matches[0]} order by contract_on, number limit ${limit}`.execute(
    tx,
  )
  return rows
}

/** No condition if the filter leaves out what is confirmed. */
function confirmedOf(tenant: string, filter: OrderFilter): Part[] {
  if (filter.states.length > 0 && !filter.states.includes('confirmed')) return []
  return branchesOf(tenant, { ...filter, states: ['confirmed'] }).map(({ where }) => where)
}

export type OrderRecord = {
  number: string
  external_number: string | null
  product: Localised
  contract_on: string
  shown_as: Exclude<ShownAs, 'unmatched' | 'clawed-back'>
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
      orders.released_at, orders.cancelled_at, orders.refusal_reason, orders.refusal_note,
      accounts.account_id, nullif(trim(accounts.first_name || ' ' || accounts.last_name), '') as account_name,
      recipients.number as contact_number, nullif(trim(recipients.first_name || ' ' || recipients.last_name), '') as contact_name
    from orders
      join products on products.tenant = ${tenant} and products.product_id = orders.product_id
      join referrals on referrals.tenant = ${tenant} and referrals.number = orders.referral_number
      join recipients on recipients.tenant = ${tenant} and recipients.number = orders.recipient_number
      left join accounts on accounts.tenant = ${tenant} and accounts.account_id = referrals.account_id and accounts.deleted_at is null
    where orders.tenant = ${tenant} and orders.number = ${number}`.execute(tx)
  return rows[0]
}

export type UnmatchedRecord = {
  line_id: string
  external_number: string
  product: Localised
  product_id: string
  product_external_id: string
  contract_on: string
  source: string
  seen_at: Temporal.Instant
  version: number
  referral_number: string | null
  recipient_number: string | null
}

/** A contract that fits nobody. */
export async function readUnmatched(
  tx: Tx,
  tenant: string,
  id: string,
): Promise<UnmatchedRecord | undefined> {
  const { rows } = await sql<UnmatchedRecord>`
    select line_id, external_number, products.title as product, unmatched_orders.product_id, product_external_id, contract_on, source,
      seen_at, version, referral_number, recipient_number
    from unmatched_orders
      join products on products.tenant = ${tenant} and products.product_id = unmatched_orders.product_id
    where unmatched_orders.tenant = ${tenant} and line_id = ${id}`.execute(tx)
  return rows[0]
}

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
