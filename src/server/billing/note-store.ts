import { sql } from 'kysely'
import { signedTotal } from '../../domain/commission.ts'
import type { Month } from '../../domain/invoice.ts'
import type { Localised } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'
import { checkNoteLedger, postNotes } from '../payout/partner-store.ts'
import { together } from '../db/together.ts'

/** A released commission with its words in the ledger and on notes so far. */
export type LedgerCommission = {
  orderNumber: string
  externalNumber: string
  title: Localised
  contractOn: string
  cents: number
  releasedAt: Temporal.Instant
  cancelledAt: Temporal.Instant | null
  billedIn: string | null // note id
  billedVatPercent: number | null
  credited: boolean
}

/**
 * Commissions of a partner that a run up to `before` may have to pay or take back. When something happened is read from the ledger,
 * so that every line of a note has its postings there.
 */
export async function listOpenCommissions(
  tx: Tx,
  tenant: string,
  partnerId: string,
  before: Temporal.Instant,
): Promise<LedgerCommission[]> {
  const { rows } = await sql<LedgerCommission>`
    select orders.number as "orderNumber", orders.external_number as "externalNumber", products.title,
      orders.contract_on as "contractOn", released.cents, released.at as "releasedAt", ended.at as "cancelledAt",
      billed.note_id as "billedIn", billed.vat_percent as "billedVatPercent", credited.order_number is not null as credited
    from partner_orders orders
      join products on products.tenant = ${tenant} and products.product_id = orders.product_id
      join commission_postings released on released.tenant = ${tenant} and released.order_number = orders.number
        and released.event_key = 'provided' and released.account = 'payable'
      left join commission_postings ended on ended.tenant = ${tenant} and ended.order_number = orders.number
        and ended.event_key = 'cancelled-provided' and ended.account = 'cancelled'
      left join partner_note_lines billed on billed.tenant = ${tenant} and billed.order_number = orders.number
        and billed.side = 'billed'
      left join partner_note_lines credited on credited.tenant = ${tenant} and credited.order_number = orders.number
        and credited.side = 'credited'
    where orders.tenant = ${tenant} and orders.partner_id = ${partnerId} and released.at < ${before.toString()}
      and (billed.order_number is null or (ended.at is not null and credited.order_number is null))
    order by released.at, orders.number`.execute(tx)
  return rows
}

/** Partners with something that is on no note yet, or is to be taken back. */
export async function listOpenPartners(tx: Tx, tenant: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select partner_id as id from sales_partners
    where tenant = ${tenant} and exists (
      select from partner_orders where tenant = ${tenant} and partner_id = sales_partners.partner_id
        and released_at is not null)
    order by number`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The last place that was given in a year. Asked with the partner's row locked: notes are never deleted, so the next one is free. */
export async function lastPlace(
  tx: Tx,
  tenant: string,
  partnerId: string,
  year: number,
): Promise<number> {
  const row = await tx
    .selectFrom('partner_notes')
    .select((eb) => eb.fn.max('place').as('last'))
    .where('tenant', '=', tenant)
    .where('partner_id', '=', partnerId)
    .where('year', '=', year)
    .executeTakeFirst()
  return row?.last ?? 0
}

export async function listKindsOf(
  tx: Tx,
  tenant: string,
  partnerId: string,
  month: Month,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('partner_notes')
    .select('kind')
    .where('tenant', '=', tenant)
    .where('partner_id', '=', partnerId)
    .where('month', '=', month)
    .execute()
  return rows.map(({ kind }) => kind)
}

/** What notes paid by rate, and what was taken back of it by now. */
export async function sumNoteLines(tx: Tx, tenant: string, noteIds: string[]) {
  const { rows } = await sql<{
    noteId: string
    number: string
    issuedOn: string
    percent: number
    billed: number
    credited: number
  }>`
    select notes.note_id as "noteId", notes.number, notes.issued_on as "issuedOn", billed.vat_percent as percent,
      sum(billed.cents)::bigint as billed, coalesce(sum(credited.cents), 0)::bigint as credited
    from partner_notes notes
      join partner_note_lines billed on billed.tenant = ${tenant} and billed.note_id = notes.note_id
        and billed.side = 'billed'
      left join partner_note_lines credited on credited.tenant = ${tenant} and credited.order_number = billed.order_number
        and credited.side = 'credited'
    where notes.tenant = ${tenant} and notes.note_id = any (${noteIds}::uuid[])
    group by 1, 2, 3, 4
    order by notes.number`.execute(tx)
  return rows
}

export type NewNote = {
  noteId: string
  partnerId: string
  kind: 'self-billed' | 'self-billed-credit'
  month: Month
  year: number
  place: number
  number: string
  issuedOn: Temporal.PlainDate
  dueOn: Temporal.PlainDate
  netCents: number
  vatCents: number
  totalCents: number
  pdf: Buffer
  pdfHash: string
  xml: string
  at: Temporal.Instant
  by: string
}

export type NewNoteLine = {
  side: 'billed' | 'credited'
  orderNumber: string
  happenedOn: string // ISO date
  cents: number
  vatPercent: number
  corrects: string | null
}

export async function insertNote(
  tx: Tx,
  tenant: string,
  note: NewNote,
  lines: NewNoteLine[],
): Promise<void> {
  await tx
    .insertInto('partner_notes')
    .values({
      tenant,
      note_id: note.noteId,
      partner_id: note.partnerId,
      kind: note.kind,
      month: note.month,
      year: note.year,
      place: note.place,
      number: note.number,
      issued_on: note.issuedOn.toString(),
      due_on: note.dueOn.toString(),
      net_cents: note.netCents,
      vat_cents: note.vatCents,
      total_cents: note.totalCents,
      pdf: note.pdf,
      pdf_hash: note.pdfHash,
      xml: note.xml,
      created_at: note.at.toString(),
      created_by: note.by,
    })
    .execute()
  // A statement takes 65,535 parameters; nine a row.
  for (let at = 0; at < lines.length; at += 1000) {
    const rows = lines.slice(at, at + 1000).map((line, index) => ({
      tenant,
      note_id: note.noteId,
      position: at + index + 1,
      side: line.side,
      order_number: line.orderNumber,
      happened_on: line.happenedOn,
      cents: line.cents,
      vat_percent: line.vatPercent,
      corrects: line.corrects,
    }))
    await tx.insertInto('partner_note_lines').values(rows).execute()
  }
  const billed = lines.flatMap(({ side, orderNumber }) => (side === 'billed' ? [orderNumber] : []))
  if (billed.length > 0)
    await tx
      .updateTable('partner_orders')
      .set({ billed_in: note.noteId })
      .where('tenant', '=', tenant)
      .where('number', '=', sql<string>`any(${billed}::text[])`)
      .execute()
  const written = { note_id: note.noteId, cents: signedTotal(note) }
  await postNotes(tx, tenant, [written], 'written', 'written', note.at)
}

export function findNoteFiles(tx: Tx, tenant: string, partnerId: string, noteId: string) {
  return tx
    .selectFrom('partner_notes')
    .select(['number', 'kind', 'pdf', 'pdf_hash', 'xml'])
    .where('tenant', '=', tenant)
    .where('partner_id', '=', partnerId)
    .where('note_id', '=', noteId)
    .executeTakeFirst()
}

/** False when this day's run was done, by whichever process. */
export async function isNoteRunDue(
  tx: Tx,
  tenant: string,
  today: Temporal.PlainDate,
): Promise<boolean> {
  const row = await tx
    .selectFrom('partner_note_runs')
    .select('ran_on')
    .where('tenant', '=', tenant)
    .executeTakeFirst()
  return row === undefined || row.ran_on < today.toString()
}

export async function markNoteRun(
  tx: Tx,
  tenant: string,
  today: Temporal.PlainDate,
): Promise<void> {
  await tx
    .insertInto('partner_note_runs')
    .values({ tenant, ran_on: today.toString() })
    .onConflict((conflict) =>
      conflict.columns(['tenant']).doUpdateSet((eb) => ({ ran_on: eb.ref('excluded.ran_on') })),
    )
    .execute()
}

type Problem = { problem: string }

/**
 * Whether every euro on the notes is found again in the ledger of commissions, that ledger in the orders, and every payment in the
 * documents; one English sentence each, none when all is well.
 */
export async function checkCommissions(tx: Tx, tenant: string): Promise<string[]> {
  const answers = await together([
    () =>
      sql<Problem>`
      select format('%s: lines hold %s, the note says %s', notes.number, sum(lines.cents), notes.net_cents) as problem
      from partner_notes notes
        left join partner_note_lines lines on lines.tenant = ${tenant} and lines.note_id = notes.note_id
      where notes.tenant = ${tenant}
      group by notes.note_id, notes.number, notes.net_cents
      having sum(lines.cents) is distinct from notes.net_cents::numeric`.execute(tx),
    () =>
      sql<Problem>`
      select format('%s, %s: %s notes up to place %s', partner_id, year, count(*), max(place)) as problem
      from partner_notes where tenant = ${tenant} group by partner_id, year having count(*) <> max(place)`.execute(
        tx,
      ),
    () =>
      sql<Problem>`
      select format('%s: %s on a note, the ledger has %s', lines.order_number, lines.cents, posted.cents) as problem
      from partner_note_lines lines
        left join commission_postings posted on posted.tenant = ${tenant} and posted.order_number = lines.order_number
          and posted.event_key = case lines.side when 'billed' then 'provided' else 'cancelled-provided' end
          and posted.cents > 0
      where lines.tenant = ${tenant} and posted.cents is distinct from lines.cents`.execute(tx),
    () =>
      sql<Problem>`
      select format('%s: takes back what that note did not pay', lines.order_number) as problem
      from partner_note_lines lines
      where lines.tenant = ${tenant} and lines.side = 'credited' and not exists (
        select from partner_note_lines billed where billed.tenant = ${tenant}
          and billed.order_number = lines.order_number and billed.note_id = lines.corrects and billed.side = 'billed')`.execute(
        tx,
      ),
    // The whole amount of each commission lies in the one account that its order's state says, and came from the programme.
    () =>
      sql<Problem>`
      select format('%s (%s): %s', orders.number, orders.state, string_agg(books.account || ' ' || books.cents, ', ')) as problem
      from partner_orders orders
        left join (select order_number, account, sum(cents)::bigint as cents from commission_postings
          where tenant = ${tenant} group by order_number, account having sum(cents) <> 0) books
          on books.order_number = orders.number
      where orders.tenant = ${tenant} and orders.commission_cents > 0
      group by orders.number, orders.state, orders.commission_cents, orders.released_at
      having not (
        count(*) = 2
        and count(*) filter (where books.account = 'programme' and books.cents = -orders.commission_cents) = 1
        and count(*) filter (where books.cents = orders.commission_cents and books.account = case orders.state
          when 'confirmed' then 'committed' when 'released' then 'payable' else 'cancelled' end) = 1
      ) and not (orders.state = 'cancelled' and orders.released_at is null and count(books.account) = 0)`.execute(
        tx,
      ),
    () =>
      sql<Problem>`
      select format('%s: on note %s, the order says %s', orders.number, lines.note_id, orders.billed_in) as problem
      from partner_orders orders left join partner_note_lines lines on lines.tenant = ${tenant}
        and lines.order_number = orders.number and lines.side = 'billed'
      where orders.tenant = ${tenant} and orders.billed_in is distinct from lines.note_id`.execute(
        tx,
      ),
  ])
  return [
    ...answers.flatMap(({ rows }) => rows.map(({ problem }) => problem)),
    ...(await checkNoteLedger(tx, tenant)),
  ]
}

/** Cents of a partner's commissions that were released before an instant and not cancelled by then, as the ledger says it. */
export async function sumCommissions(
  tx: Tx,
  tenant: string,
  partnerId: string,
  before: Temporal.Instant,
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(postings.cents), 0)::bigint as cents
    from partner_orders orders
      join commission_postings postings on postings.tenant = ${tenant} and postings.order_number = orders.number
    where orders.tenant = ${tenant} and orders.partner_id = ${partnerId} and postings.account = 'payable'
      and postings.at < ${before.toString()}`.execute(tx)
  return rows[0]!.cents
}

/** Partners who are owed something: commissions that are on no credit note yet (net), and documents that are not paid. */
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
