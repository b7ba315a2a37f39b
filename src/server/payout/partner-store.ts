import { sql } from 'kysely'
import { postingsForNote, type NoteEvent } from '../../domain/commission.ts'
import type { Locale } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'

// Payments to sales partners: one payout per partner for all open documents, credit notes less corrections. Every change of open
// documents (billing run, batch, bank status) locks the partner's row.

export type PaidPartner = {
  partner_id: string
  number: string
  email: string
  first_name: string
  language: Locale
  holder: string
  iban_encrypted: string
  iban_mask: string
  bic: string | null
}

const columns = sql`p.partner_id, p.number, p.email, p.first_name, p.language, p.holder, p.iban_encrypted,
  p.iban_mask, p.bic`
const signed = sql`case kind when 'self-billed' then total_cents else -total_cents end`

/** Partners with a positive balance, a valid account and no held payment; negative balances are carried forward. */
const payable = (tenant: string) => sql`
  from sales_partners p
  where p.tenant = ${tenant} and p.account_problem is null
    and not exists (select from payouts h
      where h.tenant = ${tenant} and h.partner_id = p.partner_id and h.held_at is not null) and (
    select sum(${signed}) from partner_notes n
    where n.tenant = ${tenant} and n.partner_id = p.partner_id and n.payout_id is null) > 0`

/**
 * Locks the partners of a batch. `skip locked`: others are being paid, billed or changed, and are left to the next batch. These
 * sums may be stale after a lock conflict; claimNotes() computes its own.
 */
export async function lockPayablePartners(
  tx: Tx,
  tenant: string,
  limit: number,
): Promise<PaidPartner[]> {
  const { rows } = await sql<PaidPartner>`
    select ${columns} ${payable(tenant)}
    order by p.number limit ${limit} for no key update of p skip locked`.execute(tx)
  return rows
}

/** The amount of the next batch. */
export async function sumPayable(
  tx: Tx,
  tenant: string,
): Promise<{ cents: number; count: number }> {
  const { rows } = await sql<{ cents: number; count: number }>`
    select coalesce(sum(open.cents), 0)::bigint as cents, count(*) as count from (
      select (select sum(${signed}) from partner_notes n
        where n.tenant = ${tenant} and n.partner_id = p.partner_id and n.payout_id is null)::bigint as cents
      ${payable(tenant)}) open`.execute(tx)
  return rows[0] ?? { cents: 0, count: 0 }
}

/**
 * Each partner's open balance, by number; negative: to be given back. `held`: a failed payment waits for an operator, and no
 * batch pays before.
 */
export async function sumOpenNotes(
  tx: Tx,
  tenant: string,
): Promise<Map<string, { cents: number; held: boolean }>> {
  const { rows } = await sql<{ number: string; cents: number; held: boolean }>`
    select p.number, sum(${signed})::bigint as cents, exists (select from payouts h
      where h.tenant = ${tenant} and h.partner_id = p.partner_id and h.held_at is not null) as held
    from partner_notes n join sales_partners p on p.tenant = ${tenant} and p.partner_id = n.partner_id
    where n.tenant = ${tenant} and n.payout_id is null group by p.number, p.partner_id`.execute(tx)
  return new Map(rows.map(({ number, cents, held }) => [number, { cents, held }]))
}

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
    with due as (
      select partner_id from partner_notes
       where tenant = ${tenant} and partner_id = any (${partnerIds}::uuid[]) and payout_id is null
       group by partner_id having sum(${signed}) > 0)
    update partner_notes set payout_id = md5(${seed} || due.partner_id::text)::uuid
      from due
     where partner_notes.tenant = ${tenant} and partner_notes.partner_id = due.partner_id
       and partner_notes.payout_id is null
    returning note_id, partner_notes.partner_id, payout_id, number, ${signed} as cents`.execute(tx)
  return rows.toSorted((a, b) => (a.number < b.number ? -1 : 1))
}

/** Locks a payout's partner for the transaction. */
export async function lockPaidPartner(
  tx: Tx,
  tenant: string,
  partnerId: string,
): Promise<PaidPartner | undefined> {
  const { rows } = await sql<PaidPartner>`
    select ${columns} from sales_partners p
    where p.tenant = ${tenant} and p.partner_id = ${partnerId} for no key update`.execute(tx)
  return rows[0]
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
  await tx
    .updateTable('partner_notes')
    .set(paidAt === null ? { payout_id: null, paid_at: null } : { paid_at: paidAt.toString() })
    .where('tenant', '=', tenant)
    .where('payout_id', '=', payoutId)
    .execute()
}

/** Stops payments to this account until a new one is given. @param code the bank's reason, or ours (reasons.ts) */
export async function holdPartnerAccount(
  tx: Tx,
  tenant: string,
  partnerId: string,
  code: string,
): Promise<void> {
  await tx
    .updateTable('sales_partners')
    .set({ account_problem: code })
    .where('tenant', '=', tenant)
    .where('partner_id', '=', partnerId)
    .execute()
}

/** A payout's account, sealed for its row. */
export async function findPayoutAccount(tx: Tx, tenant: string, payoutId: string): Promise<string> {
  const row = await tx
    .selectFrom('payouts')
    .select('iban_encrypted')
    .where('tenant', '=', tenant)
    .where('payout_id', '=', payoutId)
    .executeTakeFirstOrThrow()
  return row.iban_encrypted
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
  const rows = notes.flatMap(({ note_id, cents: total }) =>
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

type Problem = { problem: string }

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
