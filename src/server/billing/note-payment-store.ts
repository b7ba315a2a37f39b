import { sql } from 'kysely'
import { postingsForNote, type NoteEvent } from '../../domain/commission.ts'
import { standingOf } from '../../domain/settled-day.ts'
import { together } from '../db/together.ts'
import { keepsPlan, type Tx } from '../db/connection.ts'
import { restateNotes } from './paper-store.ts'

// What of partners' documents is paid, by which payout, and their ledger.

type Problem = { problem: string }
export const signed = sql`case when kind = 'self-billed' then total_cents else -total_cents end`

export type PaidNote = {
  note_id: string
  partner_id: string
  payout_id: string
  number: string
  cents: number // negative for a correction
}

/**
 * Claims locked partners' open documents with a positive sum: the one conditional update that decides what is paid. Payout ids
 * as in claimDue().
 */
export async function claimNotes(
  tx: Tx,
  tenant: string,
  seed: string,
  partnerIds: string[],
): Promise<PaidNote[]> {
  const { rows } = await sql<PaidNote>`
    with ${keepsPlan} due as (
      select partner_id from partner_notes
       where tenant = ${tenant} and partner_id = any (${partnerIds}::uuid[]) and payout_id is null
       group by partner_id having sum(${signed}) > 0)
    update partner_notes set payout_id = md5(${seed} || due.partner_id::text)::uuid
      from due
     where partner_notes.tenant = ${tenant} and partner_notes.partner_id = due.partner_id
       and partner_notes.payout_id is null
    returning note_id, partner_notes.partner_id, payout_id, number, ${signed} as cents`.execute(tx)
  const paid = new Set(rows.map(({ partner_id }) => partner_id))
  if (paid.size > 0) await restateNotes(tx, tenant, [...paid])
  return rows.toSorted((a, b) => (a.number < b.number ? -1 : 1))
}

export async function listNotesOfPayout(
  tx: Tx,
  tenant: string,
  payoutId: string,
): Promise<PaidNote[]> {
  const { rows } = await sql<PaidNote>`
    select note_id, partner_id, payout_id, number, ${signed} as cents from partner_notes
    where tenant = ${tenant} and payout_id = ${payoutId} order by number`.execute(tx)
  return rows
}

/** `paid` at that instant; null: open for the next batch. */
export async function markNotes(
  tx: Tx,
  tenant: string,
  payoutId: string,
  paidAt: Temporal.Instant | null,
): Promise<void> {
  const marked = await tx
    .updateTable('partner_notes')
    .set(paidAt === null ? { payout_id: null, paid_at: null } : { paid_at: paidAt.toString() })
    .where('tenant', '=', tenant)
    .where('payout_id', '=', payoutId)
    .returning('partner_id')
    .execute()
  const partners = new Set(marked.map(({ partner_id }) => partner_id))
  await restateNotes(tx, tenant, [...partners])
}

/** Posts an event per document, once per `eventKey`. */
export async function postNotes(
  tx: Tx,
  tenant: string,
  notes: readonly Pick<PaidNote, 'note_id' | 'cents'>[],
  event: NoteEvent,
  eventKey: string,
  at: Temporal.Instant,
): Promise<void> {
  await postNoteEvents(
    tx,
    tenant,
    notes.map(({ note_id, cents }) => ({ note_id, cents, event, eventKey, at })),
  )
}

type Happened = Pick<PaidNote, 'note_id' | 'cents'> & {
  event: NoteEvent
  eventKey: string
  at: Temporal.Instant
}

/** Events of any kinds and times. */
export async function postNoteEvents(
  tx: Tx,
  tenant: string,
  events: readonly Happened[],
): Promise<void> {
  const rows = events.flatMap(({ note_id, cents: total, event, eventKey, at }) =>
    postingsForNote(event, total).map(({ account, cents }) => ({
      tenant,
      note_id,
      event,
      event_key: eventKey,
      account,
      cents,
      at: at.toString(),
    })),
  )
  // A statement takes 65,535 parameters; seven per row.
  for (let from = 0; from < rows.length; from += 2000)
    await tx
      .insertInto('partner_note_postings')
      .values(rows.slice(from, from + 2000))
      .onConflict((conflict) =>
        conflict.columns(['tenant', 'note_id', 'event_key', 'account']).doNothing(),
      )
      .execute()
}

/** Whether an event `posted` is a settling that was moved to another day (domain/settled-day.ts). */
export const isNoteMoved = (tenant: string) => sql`(posted.event = 'settled'
  and exists (select from partner_note_postings undone where undone.tenant = ${tenant} and undone.event = 'settled-undone' and undone.note_id = posted.note_id
    and undone.event_key = replace(posted.event_key, ':settled', ':settled-undone')))`

export type SettledNote = {
  payout_id: string
  note_id: string
  event_key: string
  at: Temporal.Instant
  cents: number // negative for a correction
}

/** How the settling of these payments stands in the ledger of documents now, also of those that came back since. */
export async function listSettledNotes(
  tx: Tx,
  tenant: string,
  payments: readonly { partnerId: string; payoutId: string }[],
): Promise<SettledNote[]> {
  if (payments.length === 0) return []
  const { rows } = await sql<Omit<SettledNote, 'payout_id'>>`
    select posted.note_id, event_key, at, cents
    from partner_notes notes
      join partner_note_postings posted on posted.tenant = ${tenant} and posted.note_id = notes.note_id
    where notes.tenant = ${tenant} and notes.partner_id = any (${payments.map(({ partnerId }) => partnerId)}::uuid[])
      and event in ('settled', 'settled-undone') and account = 'paid-bank'`.execute(tx)
  return standingOf(
    rows,
    payments.map(({ payoutId }) => payoutId),
  )
}

/**
 * Checks partners' payments; one English sentence per error. Each document lies whole in its state's account, and each living
 * payout is the sum of its documents.
 */
export async function checkNoteLedger(tx: Tx, tenant: string): Promise<string[]> {
  const answers = await together([
    () =>
      sql<Problem>`
      select format('%s: %s', notes.number, coalesce(string_agg(books.account || ' ' || books.cents, ', '), 'no postings')) as problem
      from partner_notes notes
        left join (select note_id, account, sum(cents)::bigint as cents from partner_note_postings
          where tenant = ${tenant} group by note_id, account having sum(cents) <> 0) books on books.note_id = notes.note_id
      where notes.tenant = ${tenant}
      group by notes.note_id, notes.number, notes.kind, notes.total_cents, notes.payout_id, notes.paid_at
      having not (count(*) = 2
        and count(*) filter (where books.account = 'programme' and books.cents = -(${signed})) = 1
        and count(*) filter (where books.cents = ${signed} and books.account = case
          when notes.paid_at is not null then 'paid-bank' when notes.payout_id is not null then 'in-transit'
          else 'payable' end) = 1)`.execute(tx),
    () =>
      sql<Problem>`
      select format('Payout %s (%s): %s cents, its documents come to %s', payouts.payout_id, payouts.state, payouts.cents,
        coalesce(sum(${signed}), 0)) as problem
      from payouts
        left join partner_notes notes on notes.tenant = ${tenant} and notes.payout_id = payouts.payout_id
          and notes.partner_id = payouts.partner_id
          and (notes.paid_at is not null) = (payouts.state = 'paid')
      where payouts.tenant = ${tenant} and payouts.partner_id is not null and payouts.state in ('in-transit', 'paid')
      group by payouts.payout_id, payouts.state, payouts.cents
      having sum(${signed}) is distinct from payouts.cents::numeric`.execute(tx),
    // Payment records are deleted after their years; then only the ledger remains.
    () =>
      sql<Problem>`
      select format('%s: claimed by a payout that does not live', notes.number) as problem
      from partner_notes notes
        left join payouts on payouts.tenant = ${tenant} and payouts.payout_id = notes.payout_id
      where notes.tenant = ${tenant} and notes.payout_id is not null and case
        when payouts.payout_id is not null then payouts.state not in ('in-transit', 'paid')
        else not exists (select from partner_note_postings where tenant = ${tenant} and note_id = notes.note_id
          and event_key = 'payout:' || notes.payout_id || ':claimed') end`.execute(tx),
  ])
  return answers.flatMap(({ rows }) => rows.map(({ problem }) => problem))
}
