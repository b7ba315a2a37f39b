import { sql } from 'kysely'
import type { Localised } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'
import type { CommissionState } from '../sales-partner/list-store.ts'
import type { ListedNote } from './note-list-store.ts'
import { isNoteMoved } from './note-payment-store.ts'

// Records of a partner's orders and documents. Every statement names the partner; others' are not found.

export type OrderOfRecord = {
  number: string
  external_number: string
  title: Localised
  contract_on: string
  state: 'confirmed' | 'released' | 'cancelled'
  commission_state: CommissionState
  releasable_on: string
  cents: number
  plan_group: string | null
  plan_from: string | null
  confirmed_at: Temporal.Instant
  released_at: Temporal.Instant | null
  cancelled_at: Temporal.Instant | null
  note_ids: string[]
}

export async function findOrderOf(
  tx: Tx,
  tenant: string,
  partnerId: string,
  number: string,
): Promise<OrderOfRecord | undefined> {
  const { rows } = await sql<OrderOfRecord>`
    select orders.number, orders.external_number, products.title, orders.contract_on, orders.state, orders.commission_state,
      orders.releasable_on, orders.commission_cents as cents, plans.product_group as plan_group, plans.valid_from as plan_from,
      orders.confirmed_at, orders.released_at, orders.cancelled_at,
      array(select note_id::text from partner_note_lines
        where tenant = ${tenant} and order_number = orders.number) as note_ids
    from partner_orders orders
      join products on products.tenant = ${tenant} and products.product_id = orders.product_id
      left join commission_plans plans on plans.tenant = ${tenant} and plans.plan_id = orders.plan_id
    where orders.tenant = ${tenant} and orders.partner_id = ${partnerId} and orders.number = ${number}`.execute(
    tx,
  )
  return rows[0]
}

type NoteLine = {
  number: string
  external_number: string
  title: Localised
  happened_on: string
  cents: number
  count: number // of all lines
}

export async function listLinesOf(
  tx: Tx,
  tenant: string,
  partnerId: string,
  noteId: string,
  limit: number,
): Promise<NoteLine[]> {
  const { rows } = await sql<NoteLine>`
    select orders.number, orders.external_number, products.title, lines.happened_on, lines.cents,
      count(*) over ()::bigint as count
    from partner_note_lines lines
      join partner_orders orders on orders.tenant = ${tenant} and orders.number = lines.order_number
      join products on products.tenant = ${tenant} and products.product_id = orders.product_id
    where lines.tenant = ${tenant} and lines.note_id = ${noteId} and orders.partner_id = ${partnerId}
    order by lines.position limit ${limit}`.execute(tx)
  return rows
}

export type NoteName = Pick<ListedNote, 'note_id' | 'kind' | 'number'>

/** Correcting and corrected documents. */
export async function listCorrectionsOf(
  tx: Tx,
  tenant: string,
  partnerId: string,
  noteId: string,
): Promise<NoteName[]> {
  const { rows } = await sql<NoteName>`
    select note_id, kind, number from partner_notes
    where tenant = ${tenant} and partner_id = ${partnerId} and note_id in (
      select corrects from partner_note_lines where tenant = ${tenant} and note_id = ${noteId}
      union all
      select note_id from partner_note_lines where tenant = ${tenant} and corrects = ${noteId})
    order by year, place`.execute(tx)
  return rows
}

export type NoteEvent = NoteName & {
  event: 'written' | 'claimed-for-payout' | 'settled' | 'rejected' | 'returned'
  at: Temporal.Instant
}

/** Documents' events in the ledger; what was settled counts on the bank's day alone. */
export async function listEventsOf(
  tx: Tx,
  tenant: string,
  partnerId: string,
  noteIds: readonly string[],
): Promise<NoteEvent[]> {
  const { rows } = await sql<NoteEvent>`
    select distinct notes.note_id, notes.kind, notes.number, posted.event, posted.event_key, posted.at
    from partner_notes notes
      join partner_note_postings posted on posted.tenant = ${tenant} and posted.note_id = notes.note_id
    where notes.tenant = ${tenant} and notes.partner_id = ${partnerId} and notes.note_id = any (${[...noteIds]}::uuid[])
      and posted.event <> 'settled-undone' and not ${isNoteMoved(tenant)}`.execute(tx)
  return rows
}
