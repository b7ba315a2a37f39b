import { sql, type RawBuilder } from 'kysely'
import type { commissionStates } from '../../contract/verkaufspartner-listen.ts'
import type { Localised } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'

export type CommissionState = (typeof commissionStates)[number]
export type Part = { limit: number; offset: number; descending: boolean }

export type ListedOrder = {
  number: string
  external_number: string
  title: Localised
  contract_on: string
  state: 'confirmed' | 'released' | 'cancelled'
  releasable_on: string
  cents: number
  commission_state: CommissionState
  note: string | null
}

// Each has an index (tenant, partner_id, column, number). Substring search scans the partner's orders.
const orderColumns = {
  Vertragsdatum: { name: sql.ref('contract_on'), type: sql`date` },
  Auftragsnummer: { name: sql.ref('external_number'), type: sql`text` },
  Status: { name: sql.ref('state'), type: sql`text` },
  Provision: { name: sql.ref('commission_cents'), type: sql`bigint` },
  Provisionsstatus: { name: sql.ref('commission_state'), type: sql`text` },
} as const satisfies Record<string, { name: RawBuilder<unknown>; type: RawBuilder<unknown> }>
export type OrderColumn = keyof typeof orderColumns

/** `by`: `state` is the order's or its commission's. */
type By = 'order' | 'commission'
export type ListFilter = {
  search?: string | undefined
  state?: string | readonly string[] | undefined
}

const stateColumn = { order: sql.ref('state'), commission: sql.ref('commission_state') }

export const statesOf = ({ state }: ListFilter): string[] => [state ?? []].flat()

/** Only given filters, so that an index can be used. */
function passing(
  tenant: string,
  partnerId: string,
  filter: ListFilter,
  state: RawBuilder<unknown>,
) {
  const { search } = filter
  return sql`tenant = ${tenant} and partner_id = ${partnerId}
    ${statesOf(filter).length > 0 ? sql`and ${state}` : sql``}
    ${search ? sql`and (strpos(lower(external_number), ${search.toLowerCase()}) > 0 or strpos(number, ${search.toUpperCase()}) > 0)` : sql``}`
}

type Sorted = { column: OrderColumn; descending: boolean; by: By; filter: ListFilter }

/** A slice of a partner's orders in order; details are joined for these only. */
async function readOrders(
  tx: Tx,
  tenant: string,
  partnerId: string,
  asked: Sorted,
  part: { after: RawBuilder<unknown>; limit: number; offset: number },
): Promise<KeyedOrder[]> {
  const direction = asked.descending ? sql`desc` : sql`asc`
  const { name } = orderColumns[asked.column]
  const wanted = statesOf(asked.filter)
  const column = stateColumn[asked.by]
  // A single value is compared with `=`, so that the index keeps its order.
  const state =
    wanted.length === 1 ? sql`${column} = ${wanted[0]}` : sql`${column} = any (${wanted}::text[])`
  const { rows } = await sql<KeyedOrder>`
    select orders.number, orders.external_number, products.title, orders.contract_on, orders.state,
      orders.releasable_on, orders.commission_cents as cents, orders.commission_state, notes.number as note, orders.key
    from (select *, ${name}::text as key from partner_orders
        where ${passing(tenant, partnerId, asked.filter, state)} ${part.after}
        order by ${name} ${direction}, number ${direction} limit ${part.limit} offset ${part.offset}) orders
      join products on products.tenant = ${tenant} and products.product_id = orders.product_id
      left join partner_notes notes on notes.tenant = ${tenant} and notes.note_id = orders.billed_in
    order by orders.${name} ${direction}, orders.number ${direction}`.execute(tx)
  return rows
}

type KeyedOrder = ListedOrder & { key: string }

/** A page of a partner's orders. */
export const listOrdersOf = (
  tx: Tx,
  tenant: string,
  partnerId: string,
  { limit, offset, ...asked }: Part & Sorted,
): Promise<ListedOrder[]> =>
  readOrders(tx, tenant, partnerId, asked, { after: sql``, limit, offset })

/** Cursor of a list: the previous part's last row. */
export type OrderKey = { key: string; number: string }

export function listOrdersAfter(
  tx: Tx,
  tenant: string,
  partnerId: string,
  { limit, ...asked }: Sorted & { limit: number },
  after: OrderKey | null,
): Promise<KeyedOrder[]> {
  const { name, type } = orderColumns[asked.column]
  const side = asked.descending ? sql`<` : sql`>`
  const condition = after
    ? sql`and (${name}, number) ${side} (${after.key}::${type}, ${after.number})`
    : sql``
  return readOrders(tx, tenant, partnerId, asked, { after: condition, limit, offset: 0 })
}

/** `living`: without cancelled ones, as shown. */
export type OrderSums = { count: number; living: number } & Record<CommissionState, number>

// Possible commission states per order state, so that one index has all sums.
const commissionsOf: Record<string, CommissionState[]> = {
  confirmed: ['promised'],
  released: ['released', 'billed'],
  cancelled: ['cancelled', 'taken-back'],
}

/** Number of filtered orders, and cents by state of the money. */
export async function sumOrdersOf(
  tx: Tx,
  tenant: string,
  partnerId: string,
  filter: ListFilter,
  by: By,
): Promise<OrderSums> {
  const asked = statesOf(filter)
  const states = by === 'order' ? asked.flatMap((one) => commissionsOf[one] ?? []) : asked
  const state = sql`commission_state = any (${states})`
  const { rows } = await sql<{ state: CommissionState; count: number; cents: number }>`
    select commission_state as state, count(*)::bigint as count, sum(commission_cents)::bigint as cents
    from partner_orders where ${passing(tenant, partnerId, filter, state)} group by commission_state`.execute(
    tx,
  )
  const sums: OrderSums = {
    count: rows.reduce((sum, row) => sum + row.count, 0),
    living: rows
      .filter((row) => row.state !== 'cancelled' && row.state !== 'taken-back')
      .reduce((sum, row) => sum + row.count, 0),
    promised: 0,
    released: 0,
    billed: 0,
    cancelled: 0,
    'taken-back': 0,
  }
  for (const row of rows) sums[row.state] = row.cents
  return sums
}
