import { sql } from 'kysely'
import type { LineBookingKind } from '../../domain/bookings.ts'
import type { Tx } from '../db/connection.ts'

export type Limits = {
  rewards_until: string
  notes_until: string
  invoices_until: string
  lines_until: string
}
export type ClosedMonth = Limits & {
  month: string
  closed_at: Temporal.Instant
  closed_by: string
  lines: number
  cents: number
}
export type FileFormat = 'datev' | 'csv'
export type BooksFile = { format: FileFormat; part: number; lines: number; hash: string }

export async function listClosedMonths(tx: Tx, tenant: string): Promise<ClosedMonth[]> {
  const { rows } = await sql<ClosedMonth>`
    select month, closed_at, closed_by, rewards_until, notes_until, invoices_until, lines_until, lines, cents::bigint as cents
    from books_months where tenant = ${tenant} order by month desc`.execute(tx)
  return rows
}

export async function listFiles(
  tx: Tx,
  tenant: string,
): Promise<(BooksFile & { month: string })[]> {
  const { rows } = await sql<BooksFile & { month: string }>`
    select month, format, part, lines, hash from books_files
    where tenant = ${tenant} order by month, format desc, part`.execute(tx)
  return rows
}

export async function findFile(
  tx: Tx,
  tenant: string,
  month: string,
  format: FileFormat,
  part: number,
): Promise<{ content: Buffer; hash: string } | undefined> {
  const { rows } = await sql<{ content: Buffer; hash: string }>`
    select content, hash from books_files
    where tenant = ${tenant} and month = ${month} and format = ${format} and part = ${part}`.execute(
    tx,
  )
  return rows[0]
}

/** Of two that close a month at once, one does. */
export async function insertMonth(
  tx: Tx,
  tenant: string,
  { reason, ...month }: ClosedMonth & { reason: string },
): Promise<boolean> {
  const result = await tx
    .insertInto('books_months')
    .values({ tenant, ...month, reason, closed_at: month.closed_at.toString() })
    .onConflict((conflict) => conflict.columns(['tenant', 'month']).doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function insertFile(
  tx: Tx,
  tenant: string,
  file: BooksFile & { month: string; content: Buffer },
): Promise<void> {
  await tx
    .insertInto('books_files')
    .values({ tenant, ...file })
    .execute()
}

/** The last rows of now, by which a month is cut off. */
export async function readLimits(tx: Tx, tenant: string): Promise<Limits> {
  const { rows } = await sql<Limits>`
    select coalesce((select max(posting_id::text) from ledger_postings where tenant = ${tenant}), ${none}) as rewards_until,
      coalesce((select max(posting_id::text) from partner_note_postings where tenant = ${tenant}), ${none}) as notes_until,
      coalesce((select max(invoice_id::text) from invoices where tenant = ${tenant}), ${none}) as invoices_until,
      coalesce((select max(booking_id::text) from bank_line_bookings where tenant = ${tenant}), ${none}) as lines_until`.execute(
    tx,
  )
  return rows[0]!
}

export const none = '00000000-0000-0000-0000-000000000000'

export type Span = {
  from: string // instants
  before: string
  first: string // days
  last: string
  until: Limits
  since: Limits | null // of the month before: what came after it for a day before this month is late
}

/** Rows whose time is in the month, and late ones, which are those that no month before took. */
const isOf = (
  at: string,
  id: string,
  from: string,
  before: string,
  until: string,
  since: string | null,
) =>
  sql`${sql.ref(id)} <= ${until}::uuid and ((${sql.ref(at)} >= ${from} and ${sql.ref(at)} < ${before})
    or ${since === null ? sql`false` : sql`(${sql.ref(at)} < ${from} and ${sql.ref(id)} > ${since}::uuid)`})`

export type RewardRow = {
  id: string
  at: Temporal.Instant
  event: string
  event_key: string
  cents: number
  number: string
  order_number: string | null
  batch_id: string | null
}

/** A page of a month's postings, each pair by its positive side, in the order of their time. */
export async function listRewardBookings(
  tx: Tx,
  tenant: string,
  span: Span,
  after: { at: Temporal.Instant; id: string } | null,
  limit: number,
): Promise<RewardRow[]> {
  const { from, before, until, since } = span
  const { rows } = await sql<RewardRow>`
    select found.posting_id as id, found.at, event, event_key, found.cents, found.reward_id as number, rewards.order_number, payouts.batch_id
    from (select * from ledger_postings
        where tenant = ${tenant} and cents > 0
          and ${isOf('at', 'posting_id', from, before, until.rewards_until, since?.rewards_until ?? null)}
          and ${after ? sql`(at, posting_id) > (${after.at.toString()}, ${after.id}::uuid)` : sql`true`}
        order by at, posting_id limit ${limit}) found
      join rewards on rewards.tenant = ${tenant} and rewards.reward_id = found.reward_id
      left join payouts on payouts.tenant = ${tenant} and event_key like 'payout:%'
        and payouts.payout_id = (case when event_key like 'payout:%' then substr(event_key, 8, 36) end)::uuid
    order by found.at, found.posting_id`.execute(tx)
  return rows
}

export type NoteRow = {
  at: Temporal.Instant
  event: string
  cents: number // as the partner sees it: negative for a correction
  number: string
  net_cents: number
  vat_cents: number
}

export async function listNoteBookings(tx: Tx, tenant: string, span: Span): Promise<NoteRow[]> {
  const { from, before, until, since } = span
  const { rows } = await sql<NoteRow>`
    select postings.at, event, case kind when 'self-billed' then total_cents else -total_cents end as cents, number, net_cents, vat_cents
    from (select * from partner_note_postings
        where tenant = ${tenant} and (account = 'payable' and event in ('written', 'rejected', 'returned')
          or account = 'in-transit' and event in ('claimed-for-payout', 'settled-undone') or account = 'paid-bank' and event = 'settled')
          and ${isOf('at', 'posting_id', from, before, until.notes_until, since?.notes_until ?? null)}) postings
      join partner_notes notes on notes.tenant = ${tenant} and notes.note_id = postings.note_id
    order by postings.at, postings.posting_id`.execute(tx)
  return rows
}

export type InvoiceRow = {
  issued_on: string
  kind: string
  number: string
  reward_cents: number
  taxed_reward_cents: number
  fee_cents: number
  vat_cents: number
}

export async function listInvoiceBookings(
  tx: Tx,
  tenant: string,
  span: Span,
): Promise<InvoiceRow[]> {
  const { first, last, until, since } = span
  const { rows } = await sql<InvoiceRow>`
    select issued_on, kind, number, reward_cents, taxed_reward_cents, fee_cents, vat_cents from invoices
    where tenant = ${tenant} and invoice_id <= ${until.invoices_until}::uuid
      and (issued_on between ${first} and ${last}
        or ${since === null ? sql`false` : sql`(issued_on < ${first} and invoice_id > ${since.invoices_until}::uuid)`})
    order by issued_on, number`.execute(tx)
  return rows
}

export type LineRow = {
  day: string
  kind: LineBookingKind
  number: string
  cents: number // into the bank's account
  takes_back: boolean
  line_id: string
  reference: string | null // the bank's
  likely_kind: string | null
  words_encrypted: string | null
}

/** What lines of the statement move beside the postings. */
export async function listLineBookings(tx: Tx, tenant: string, span: Span): Promise<LineRow[]> {
  const { first, last, until, since } = span
  const { rows } = await sql<LineRow>`
    select day, booked.kind, number, booked.cents, takes_back, booked.line_id, lines.reference, lines.likely_kind, lines.words_encrypted
    from bank_line_bookings booked join bank_lines lines on lines.tenant = ${tenant} and lines.line_id = booked.line_id
    where booked.tenant = ${tenant} and booking_id <= ${until.lines_until}::uuid
      and (day between ${first} and ${last}
        or ${since === null ? sql`false` : sql`(day < ${first} and booking_id > ${since.lines_until}::uuid)`})
    order by day, booking_id`.execute(tx)
  return rows
}
