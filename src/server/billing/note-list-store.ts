import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../db/connection.ts'
import { statesOf, type ListFilter, type Part } from '../sales-partner/list-store.ts'

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
  payment: 'open' | 'in-transit' | 'paid'
  execution_on: string | null
  paid_at: Temporal.Instant | null
}

const payment = sql`case when paid_at is not null then 'paid' when payout_id is not null then 'in-transit' else 'open' end`

type NoteFilter = ListFilter & { ids?: readonly string[] }

const notesOf = (tenant: string, partnerId: string, filter: NoteFilter) => sql`
  from partner_notes notes
  where tenant = ${tenant} and partner_id = ${partnerId}
    ${filter.ids ? sql`and note_id = any (${[...filter.ids]}::uuid[])` : sql``}
    and strpos(lower(number), ${(filter.search ?? '').toLowerCase()}) > 0
    and (cardinality(${statesOf(filter)}::text[]) = 0 or kind = any (${statesOf(filter)}::text[]))`

export async function listNotesOf(
  tx: Tx,
  tenant: string,
  partnerId: string,
  asked: Part & { column: NoteColumn; filter: NoteFilter },
): Promise<ListedNote[]> {
  const direction = asked.descending ? sql`desc` : sql`asc`
  const { rows } = await sql<ListedNote>`
    select note_id, kind, number, month, issued_on, due_on, net_cents, vat_cents, total_cents,
      case when kind = 'self-billed' then total_cents else -total_cents end as signed,
      array(select distinct taken.number from partner_note_lines lines
        join partner_notes taken on taken.tenant = ${tenant} and taken.note_id = lines.corrects
        where lines.tenant = ${tenant} and lines.note_id = notes.note_id order by 1) as corrects,
      ${payment} as payment, paid_at,
      (select execution_on from payouts
        join payout_batches on payout_batches.tenant = ${tenant} and payout_batches.batch_id = payouts.batch_id
        where payouts.tenant = ${tenant} and payouts.payout_id = notes.payout_id) as execution_on
    ${notesOf(tenant, partnerId, asked.filter)}
    order by ${noteColumns[asked.column]} ${direction}, year ${direction}, place ${direction}
    limit ${asked.limit} offset ${asked.offset}`.execute(tx)
  return rows
}

/** Count and sum of the filtered notes, less corrections. `open` ignores the filter. */
export async function sumNotesOf(tx: Tx, tenant: string, partnerId: string, filter: ListFilter) {
  const { rows } = await sql<{
    count: number
    net: number
    vat: number
    total: number
    open: number
  }>`
    select count(*)::bigint as count,
      coalesce(sum(case when kind = 'self-billed' then net_cents else -net_cents end), 0)::bigint as net,
      coalesce(sum(case when kind = 'self-billed' then vat_cents else -vat_cents end), 0)::bigint as vat,
      coalesce(sum(case when kind = 'self-billed' then total_cents else -total_cents end), 0)::bigint as total,
      (select coalesce(sum(case when kind = 'self-billed' then total_cents else -total_cents end), 0)::bigint
        from partner_notes where tenant = ${tenant} and partner_id = ${partnerId} and payout_id is null) as open
    ${notesOf(tenant, partnerId, filter)}`.execute(tx)
  return rows[0]!
}

/** Partners' balances: commissions without credit note (net) and unpaid documents. */
export async function sumOwed(
  tx: Tx,
  tenant: string,
): Promise<{ partners: number; orders: number; orderCents: number; noteCents: number }> {
  const { rows } = await sql<{
    partners: number
    orders: number
    orderCents: number
    noteCents: number
  }>`
    select count(*)::int as partners, coalesce(sum(orders), 0)::int as orders,
      coalesce(sum(order_cents), 0)::bigint as "orderCents", coalesce(sum(note_cents), 0)::bigint as "noteCents"
    from (
      select coalesce(open.orders, 0) as orders, coalesce(open.cents, 0) as order_cents, coalesce(notes.cents, 0) as note_cents
      from sales_partners
        left join (select partner_id, count(*) as orders, sum(commission_cents) as cents from partner_orders
          where tenant = ${tenant} and state in ('confirmed', 'released') and billed_in is null and commission_cents > 0
          group by partner_id) open on open.partner_id = sales_partners.partner_id
        left join (select partner_id, sum(case kind when 'self-billed' then total_cents else -total_cents end) as cents
          from partner_notes where tenant = ${tenant} and paid_at is null
          group by partner_id) notes on notes.partner_id = sales_partners.partner_id
      where sales_partners.tenant = ${tenant}) owed
    where order_cents + note_cents > 0`.execute(tx)
  return rows[0]!
}
