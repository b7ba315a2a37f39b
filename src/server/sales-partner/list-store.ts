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

// Where the money of a commission stands follows from its order and from the notes that it is on.
const listed = (tenant: string, partnerId: string) => sql`
  select orders.number, orders.external_number, products.title, orders.contract_on, orders.state,
    orders.releasable_on, orders.commission_cents as cents, notes.number as note,
    case when orders.state = 'cancelled' and billed.note_id is not null then 'taken-back'
      when orders.state = 'cancelled' then 'cancelled'
      when billed.note_id is not null then 'billed'
      when orders.state = 'released' then 'released'
      else 'promised' end as commission_state
  from partner_orders orders
    join products on products.tenant = ${tenant} and products.product_id = orders.product_id
    left join partner_note_lines billed on billed.tenant = ${tenant} and billed.order_number = orders.number
      and billed.side = 'billed'
    left join partner_notes notes on notes.tenant = ${tenant} and notes.note_id = billed.note_id
  where orders.tenant = ${tenant} and orders.partner_id = ${partnerId}`

const orderColumns = {
  Vertragsdatum: sql`contract_on`,
  Auftragsnummer: sql`external_number`,
  Status: sql`state`,
  Provision: sql`cents`,
  Provisionsstatus: sql`commission_state`,
} as const satisfies Record<string, RawBuilder<unknown>>
export type OrderColumn = keyof typeof orderColumns

type Filter = { search?: string | undefined; state?: string | undefined }

const passing = (filter: Filter, state: RawBuilder<unknown>) => sql`
  (${filter.search ?? ''} = '' or external_number ^@ ${filter.search ?? ''} or number ^@ ${(filter.search ?? '').toUpperCase()})
  and (${filter.state ?? ''} = '' or ${state} = ${filter.state ?? ''})`

/** A partner's orders, by the state of the order or (`by: 'commission'`) of its commission. */
export async function listOrdersOf(
  tx: Tx,
  tenant: string,
  partnerId: string,
  asked: Part & { column: OrderColumn; by: 'order' | 'commission'; filter: Filter },
): Promise<ListedOrder[]> {
  const direction = asked.descending ? sql`desc` : sql`asc`
  const state = asked.by === 'order' ? sql`state` : sql`commission_state`
  const { rows } = await sql<ListedOrder>`
    select * from (${listed(tenant, partnerId)}) as listed
    where ${passing(asked.filter, state)}
    order by ${orderColumns[asked.column]} ${direction}, number ${direction}
    limit ${asked.limit} offset ${asked.offset}`.execute(tx)
  return rows
}

export type OrderSums = { count: number } & Record<CommissionState, number>

/** How many orders pass the filter, and their cents by where the money stands. */
export async function sumOrdersOf(
  tx: Tx,
  tenant: string,
  partnerId: string,
  filter: Filter,
  by: 'order' | 'commission',
): Promise<OrderSums> {
  const state = by === 'order' ? sql`state` : sql`commission_state`
  const { rows } = await sql<{ state: CommissionState; count: number; cents: number }>`
    select commission_state as state, count(*)::bigint as count, sum(cents)::bigint as cents
    from (${listed(tenant, partnerId)}) as listed
    where ${passing(filter, state)} group by commission_state`.execute(tx)
  const sums: OrderSums = {
    count: rows.reduce((sum, row) => sum + row.count, 0),
    promised: 0,
    released: 0,
    billed: 0,
    cancelled: 0,
    'taken-back': 0,
  }
  for (const row of rows) sums[row.state] = row.cents
  return sums
}

const noteColumns = {
  Datum: sql`issued_on`,
  Nummer: sql`place`,
  Gesamt: sql`signed`,
} as const satisfies Record<string, RawBuilder<unknown>>
export type NoteColumn = keyof typeof noteColumns

export type ListedNote = {
  note_id: string
  kind: 'self-billed' | 'self-billed-credit'
  number: string
  month: string
  issued_on: string
  due_on: string
  net_cents: number
  vat_cents: number
  total_cents: number
  corrects: string[]
}

const notesOf = (tenant: string, partnerId: string, filter: Filter) => sql`
  from partner_notes notes
  where tenant = ${tenant} and partner_id = ${partnerId}
    and (${filter.search ?? ''} = '' or number ^@ ${(filter.search ?? '').toUpperCase()})
    and (${filter.state ?? ''} = '' or kind = ${filter.state ?? ''})`

export async function listNotesOf(
  tx: Tx,
  tenant: string,
  partnerId: string,
  asked: Part & { column: NoteColumn; filter: Filter },
): Promise<ListedNote[]> {
  const direction = asked.descending ? sql`desc` : sql`asc`
  const { rows } = await sql<ListedNote>`
    select note_id, kind, number, month, issued_on, due_on, net_cents, vat_cents, total_cents,
      case when kind = 'self-billed' then total_cents else -total_cents end as signed,
      array(select distinct taken.number from partner_note_lines lines
        join partner_notes taken on taken.tenant = ${tenant} and taken.note_id = lines.corrects
        where lines.tenant = ${tenant} and lines.note_id = notes.note_id order by 1) as corrects
    ${notesOf(tenant, partnerId, asked.filter)}
    order by ${noteColumns[asked.column]} ${direction}, year ${direction}, place ${direction}
    limit ${asked.limit} offset ${asked.offset}`.execute(tx)
  return rows
}

/** How many notes pass the filter, and what they come to: corrections are taken off. */
export async function sumNotesOf(tx: Tx, tenant: string, partnerId: string, filter: Filter) {
  const { rows } = await sql<{ count: number; net: number; vat: number; total: number }>`
    select count(*)::bigint as count,
      coalesce(sum(case when kind = 'self-billed' then net_cents else -net_cents end), 0)::bigint as net,
      coalesce(sum(case when kind = 'self-billed' then vat_cents else -vat_cents end), 0)::bigint as vat,
      coalesce(sum(case when kind = 'self-billed' then total_cents else -total_cents end), 0)::bigint as total
    ${notesOf(tenant, partnerId, filter)}`.execute(tx)
  return rows[0]!
}
