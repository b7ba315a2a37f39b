import { sql, type RawBuilder } from 'kysely'
import { mostCounted } from '../../domain/most-counted.ts'
import { orderKey } from '../../domain/claim.ts'
import type { Localised } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'
import { afterKey, type RowKey } from '../db/keyset.ts'
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
  seller: string | null
  seller_kind: 'agency' | 'sales-partner' | null
  cents: number | null
  version: number
}

export type OrderFilter = {
  states: readonly ShownAs[] // empty: all
  products: readonly string[] // empty: all
  sellers: readonly string[] // empty: all
  kind?: 'referral' | 'sales-partner' // a contract that fits nobody may become a referral's
  from?: string
  to?: string
  search?: string
}

type Part = RawBuilder<unknown>

const shownOfPartner = sql`case when state = 'cancelled' and billed_in is not null then 'clawed-back' else state end`

/** Where rows of the list come from, each read from an index in the list's order. */
const sources = {
  orders: {
    from: sql`orders`,
    columns: sql`orders.number as key, null::uuid as line_id, null::uuid as partner_id, orders.external_number, orders.product_id,
      orders.contract_on, orders.shown_as, orders.releasable_on, orders.recipient_number, orders.referral_number,
      orders.reward_cents as cents, orders.version`,
    tenant: sql`orders.tenant`,
    state: sql`orders.shown_as`,
    product: sql`orders.product_id`,
    day: sql`orders.contract_on`,
    key: sql`orders.number`,
    cents: sql`orders.reward_cents`,
  },
  // The agencies' own lists know whose an order is (reports/rows-store.ts).
  agencies: {
    from: sql`report_rows join orders on orders.tenant = report_rows.tenant and orders.number = report_rows.row_id collate "default"`,
    columns: sql`orders.number, null::uuid, null::uuid, orders.external_number, orders.product_id, orders.contract_on, orders.shown_as,
      orders.releasable_on, orders.recipient_number, orders.referral_number, orders.reward_cents, orders.version`,
    tenant: sql`report_rows.kind = 'orders' and report_rows.tenant`,
    state: sql`report_rows.state`,
    product: sql`report_rows.product`,
    day: sql`report_rows.day`,
    key: sql`report_rows.row_id`,
    cents: sql`orders.reward_cents`,
  },
  partners: {
    from: sql`partner_orders`,
    columns: sql`number, null::uuid, partner_id, external_number, product_id, contract_on, ${shownOfPartner}, releasable_on, null::text,
      null::text, null::bigint, 0`,
    tenant: sql`tenant`,
    state: sql`state`,
    product: sql`product_id`,
    day: sql`contract_on`,
    key: sql`number`,
    cents: sql`null::bigint`,
  },
  unmatched: {
    from: sql`unmatched_orders`,
    columns: sql`external_number, line_id, null::uuid, external_number, product_id, contract_on, 'unmatched', null::date, null::text,
      null::text, null::bigint, version`,
    tenant: sql`tenant`,
    state: sql`'unmatched'`,
    product: sql`product_id`,
    day: sql`contract_on`,
    key: sql`external_number`,
    cents: sql`null::bigint`,
  },
} as const
type Source = keyof typeof sources
type Branch = { source: Source; where: Part }

/** The conditions of a state; null: no row of that source is ever in it. */
function inState(source: Source, state: ShownAs): Part[] | null {
  if ((source === 'unmatched') !== (state === 'unmatched')) return null
  if (source === 'unmatched') return []
  const column = sources[source].state
  const isCancelled = state === 'cancelled' || state === 'clawed-back'
  if (source === 'partners') {
    if (state === 'reported' || state === 'refused') return null
    if (!isCancelled) return [sql`${column} = ${state}`]
    return [
      sql`${column} = 'cancelled'`,
      state === 'cancelled' ? sql`billed_in is null` : sql`billed_in is not null`,
    ]
  }
  return source === 'agencies' && isCancelled
    ? [sql`${column} = 'cancelled'`, sql`orders.shown_as = ${state}`]
    : [sql`${column} = ${state}`]
}

const oneOf = (column: Part, values: readonly string[], type: 'text' | 'uuid') =>
  values.length === 1
    ? sql`${column} = ${values[0]}`
    : sql`${column} = any (${[...values]}::${sql.raw(type)}[])`

function found(source: Source, search: string): Part {
  const number = search.toUpperCase().replace(/\s+/g, '')
  const external = sql`external_key = ${orderKey(search)}`
  if (source === 'unmatched') return external
  return source === 'partners'
    ? sql`(number = ${number} or external_number = ${search})`
    : sql`(orders.number = ${number} or orders.referral_number = ${number} or ${external})`
}

/** A part for each source, and for each state asked for, so that each is read from its index in the list's order. */
function branchesOf(tenant: string, filter: OrderFilter): Branch[] {
  const { states, products, sellers, from, to, search, kind } = filter
  const all: Source[] =
    sellers.length > 0 ? ['agencies', 'partners'] : ['orders', 'partners', 'unmatched']
  const asked = all.filter((one) => !kind || (one === 'partners') === (kind === 'sales-partner'))
  return asked.flatMap((source) => {
    const { tenant: own, product, day } = sources[source]
    const seller = source === 'agencies' ? sql`report_rows.agency_id` : sql`partner_id`
    const narrowed = [
      sql`${own} = ${tenant}`,
      ...(sellers.length > 0 ? [oneOf(seller, sellers, 'uuid')] : []),
      ...(products.length > 0 ? [oneOf(product, products, 'text')] : []),
      ...(from ? [sql`${day} >= ${from}`] : []),
      ...(to ? [sql`${day} <= ${to}`] : []),
      ...(search ? [found(source, search)] : []),
    ]
    const each = states.length === 0 ? [[]] : states.map((one) => inState(source, one))
    return each.flatMap((more) =>
      more === null ? [] : [{ source, where: sql.join([...narrowed, ...more], sql` and `) }],
    )
  })
}

/** Rows of the list in its order, the first `each` of every branch. */
async function readRows(
  tx: Tx,
  tenant: string,
  asked: {
    filter: OrderFilter
    descending: boolean
    after: RowKey | null
    each: number
    limit: number
    offset: number
  },
): Promise<OrderRow[]> {
  const way = asked.descending ? sql`desc` : sql`asc`
  const parts = branchesOf(tenant, asked.filter).map(({ source, where }) => {
    const { columns, from, day, key } = sources[source]
    const after = afterKey(asked.after, { column: day, id: key, descending: asked.descending })
    return sql`(select ${columns} from ${from} where ${where} and ${after}
      order by ${day} ${way}, ${key} ${way} limit ${asked.each})`
  })
  // The first part names the columns.
  const first = sql`select ${sources.orders.columns} from orders where orders.tenant = ${tenant} and false`
  const { rows } = await sql<OrderRow>`
    select page.*, products.title as product,
      nullif(trim(recipients.first_name || ' ' || recipients.last_name), '') as name,
      coalesce(agencies.name, ${partnerName}) as seller,
      case when page.partner_id is not null then 'sales-partner' when agencies.agency_id is not null then 'agency' end as seller_kind
    from (select * from (${sql.join([first, ...parts], sql` union all `)}) found
      order by contract_on ${way}, key ${way} limit ${asked.limit} offset ${asked.offset}) page
      join products on products.tenant = ${tenant} and products.product_id = page.product_id
      left join recipients on recipients.tenant = ${tenant} and recipients.number = page.recipient_number
      left join referrals on referrals.tenant = ${tenant} and referrals.number = page.referral_number
      left join agencies on agencies.tenant = ${tenant} and agencies.agency_id = referrals.agency_id
      left join sales_partners on sales_partners.tenant = ${tenant} and sales_partners.partner_id = page.partner_id
    order by contract_on ${way}, key ${way}`.execute(tx)
  return rows
}

const partnerName = sql`coalesce(nullif(sales_partners.company, ''), sales_partners.first_name || ' ' || sales_partners.last_name)`

/** A page of orders by the contract's day, and how many there are with which rewards; `cents` null: too many to sum. */
export async function listOrders(
  tx: Tx,
  tenant: string,
  asked: { filter: OrderFilter; descending: boolean; limit: number; offset: number },
): Promise<{ rows: OrderRow[]; count: number; cents: number | null }> {
  const { filter, offset } = asked
  const upTo = Math.min(offset + asked.limit, mostCounted)
  const counted = branchesOf(tenant, filter).map(
    ({ source, where }) => sql`(select ${sources[source].cents} as cents
      from ${sources[source].from} where ${where} limit ${mostCounted + 1})`,
  )
  if (counted.length === 0) return { rows: [], count: 0, cents: 0 }
  const limit = Math.max(upTo - offset, 0)
  const [rows, { rows: sums }] = await together([
    () => readRows(tx, tenant, { ...asked, after: null, each: upTo, limit }),
    () =>
      sql<{ count: number; cents: number }>`
        select count(*)::int as count, coalesce(sum(cents), 0)::bigint as cents
        from (${sql.join(counted, sql` union all `)}) found`.execute(tx),
  ])
  const { count, cents } = sums[0]!
  return count > mostCounted ? { rows, count: mostCounted, cents: null } : { rows, count, cents }
}

/** The rows after a key, for the list's file. */
export const readOrdersAfter = (
  tx: Tx,
  tenant: string,
  asked: { filter: OrderFilter; descending: boolean; after: RowKey | null; limit: number },
): Promise<OrderRow[]> => readRows(tx, tenant, { ...asked, each: asked.limit, offset: 0 })

/** Confirmed orders to be released together, the oldest contract first, as they are priced. */
export async function selectConfirmed(
  tx: Tx,
  tenant: string,
  which: readonly string[] | OrderFilter,
  limit: number,
): Promise<{ number: string; version: number; product_id: string }[]> {
  const branches = Array.isArray(which)
    ? [
        {
          source: 'orders' as const,
          where: sql`orders.tenant = ${tenant} and shown_as = 'confirmed' and orders.number = any (${[...which]}::text[])`,
        },
      ]
    : confirmedOf(tenant, which as OrderFilter)
  const [branch] = branches
  if (!branch) return []
  const { from, day, key } = sources[branch.source]
  const { rows } = await sql<{ number: string; version: number; product_id: string }>`
    select orders.number, orders.version, orders.product_id from ${from} where ${branch.where}
    order by ${day}, ${key} limit ${limit}`.execute(tx)
  return rows
}

/** None if the filter leaves out what is confirmed; sales partners' orders have no rewards to release. */
function confirmedOf(tenant: string, filter: OrderFilter): Branch[] {
  const { states, kind } = filter
  if (states.length > 0 && !states.includes('confirmed')) return []
  if (kind === 'sales-partner') return []
  return branchesOf(tenant, { ...filter, states: ['confirmed'], kind: 'referral' })
}
