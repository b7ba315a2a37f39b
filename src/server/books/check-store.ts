import { sql, type RawBuilder } from 'kysely'
import {
  mostNamed,
  nameDifferences,
  type Difference,
  type DifferenceKind,
} from '../../domain/books.ts'
import type { Tx } from '../db/connection.ts'
import { isOfNoRepayment, referenceOf } from '../payout/bank-line-store.ts'

// What the ledger says of vouchers and payments, compared with their own tables by whole sets.

type Row = Omit<Difference, 'kind'> & { total: number }

/** @param rows with id, expected, found and text */
export async function ask(
  tx: Tx,
  kind: DifferenceKind,
  rows: RawBuilder<unknown>,
): Promise<Difference[]> {
  const { rows: found } = await sql<Row>`
    select id::text as id, expected::bigint as expected, found::bigint as found, text, (count(*) over ())::int as total
    from (${rows}) differences order by id limit ${mostNamed}`.execute(tx)
  return nameDifferences(
    kind,
    found.map(({ id, expected, found: cents, text }) => ({ id, expected, found: cents, text })),
    found[0]?.total ?? 0,
  )
}

/** A reward that was taken as a voucher has codes in use for what was not set off, and nobody else has any. */
export const findVoucherDifferences = (tx: Tx, tenant: string): Promise<Difference[]> =>
  ask(
    tx,
    'voucher',
    sql`
    select coalesce(rewards.reward_id, codes.reward_id) as id, coalesce(rewards.cents, 0) as expected,
      coalesce(codes.cents, 0) as found,
      format('Reward %s: %s were given as vouchers, its codes come to %s', coalesce(rewards.reward_id, codes.reward_id),
        coalesce(rewards.cents, 0), coalesce(codes.cents, 0)) as text
    from (select reward_id, cents - set_off_cents as cents from rewards
        where tenant = ${tenant} and state = 'paid' and taken_as = 'voucher') rewards
      full join (select reward_id, sum(cents) as cents from vouchers
        where tenant = ${tenant} and reward_id is not null and faulty_at is null group by reward_id) codes
        on codes.reward_id = rewards.reward_id
    where coalesce(rewards.cents, 0) <> coalesce(codes.cents, 0)`,
  )

/**
 * Every payment on its way or paid is that of one reward with its amount, and every such reward has one. The ledger says the same of each
 * reward (reward/check-ledger-store.ts). Records go after their years with all that is older; the reward stays.
 */
export const findPayoutDifferences = (tx: Tx, tenant: string): Promise<Difference[]> =>
  ask(
    tx,
    'payout',
    sql`
    select coalesce(payouts.payout_id, owed.payout_id) as id, coalesce(owed.cents, 0) as expected, coalesce(payouts.cents, 0) as found,
      format('Payout %s: %s with %s, reward %s has it %s with %s', coalesce(payouts.payout_id, owed.payout_id),
        coalesce(payouts.state, 'unknown'), coalesce(payouts.cents, 0), coalesce(owed.reward_id, payouts.reward_id),
        coalesce(owed.state, 'nowhere'), coalesce(owed.cents, 0)) as text
    from (select payout_id, reward_id, state, cents from payouts
        where tenant = ${tenant} and reward_id is not null and state in ('in-transit', 'paid', 'returned')) payouts
      full join (select payout_id, reward_id, cents - set_off_cents as cents, claimed_back_at,
          coalesce(paid_at, collected_at) as at, case state when 'paid' then 'paid' else 'in-transit' end as state
        from rewards where tenant = ${tenant} and payout_id is not null) owed
        on owed.payout_id = payouts.payout_id and owed.reward_id = payouts.reward_id
    where case
      when payouts.payout_id is null then owed.state = 'in-transit'
        or owed.at >= (select min(created_at) from payout_batches where tenant = ${tenant})
      when owed.payout_id is null then payouts.state <> 'returned'
      else owed.cents <> payouts.cents or (owed.state <> payouts.state
        and not (payouts.state = 'returned' and owed.state = 'paid' and owed.claimed_back_at is not null))
      end`,
  )

/** What is at the bank by the ledger is what the payments say that are on their way. */
export async function findTransitDifferences(tx: Tx, tenant: string): Promise<Difference[]> {
  const { rows } = await sql<{ expected: number; found: number }>`
    select (coalesce((select sum(cents) from ledger_postings where tenant = ${tenant} and account = 'in-transit'), 0)
        + coalesce((select sum(cents) from partner_note_postings where tenant = ${tenant} and account = 'in-transit'), 0))::bigint as expected,
      coalesce((select sum(cents) from payouts where tenant = ${tenant} and state = 'in-transit'), 0)::bigint as found`.execute(
    tx,
  )
  const { expected, found } = rows[0]!
  const text = `At the bank: ${expected} by the ledger, the payments on their way come to ${found}`
  return expected === found ? [] : [{ kind: 'payout', id: '', expected, found, text }]
}

/** A batch is the sum and the number of its payments. */
export const findBatchDifferences = (tx: Tx, tenant: string): Promise<Difference[]> =>
  ask(
    tx,
    'batch',
    sql`
    select batches.batch_id as id, total_cents as expected, coalesce(sum(payouts.cents), 0) as found,
      format('Batch %s: %s payments with %s, it has %s with %s', batches.batch_id, transfers, total_cents, count(payouts.payout_id),
        coalesce(sum(payouts.cents), 0)) as text
    from (select * from payout_batches where tenant = ${tenant}) batches
      left join (select * from payouts where tenant = ${tenant}) payouts on payouts.batch_id = batches.batch_id
    group by batches.batch_id, total_cents, transfers
    having count(payouts.payout_id) <> transfers or coalesce(sum(payouts.cents), 0) <> total_cents`,
  )

const isClosed = (tenant: string) =>
  sql`bank_lines.day_on <= (select closed_to from bank_books where tenant = ${tenant})`

/** Given to a repayment, or to an invoice, that says nothing of it; not if the bank took that payment back by another line. */
const isOfNothing = (tenant: string) => sql`(${isOfNoRepayment(tenant)}
  or bank_lines.kind = 'invoice' and not exists (select from invoices
      join invoice_payments paid on paid.tenant = ${tenant} and paid.invoice_id = invoices.invoice_id
    where invoices.tenant = ${tenant} and invoices.number = bank_lines.subject and paid.reference = ${referenceOf()})
  and not exists (select from bank_lines reversal
    where reversal.tenant = ${tenant} and reversal.kind = 'reversal' and reversal.subject = bank_lines.line_id::text))`

/**
 * A line of the statement has payments if it is theirs alone, and what a line paid is paid by it once; an invoice, unless the bank took
 * that back by another line. Its payments are no more than it is.
 */
export const findLineDifferences = (tx: Tx, tenant: string): Promise<Difference[]> =>
  ask(
    tx,
    'bank-line',
    sql`
    select line_id as id, cents as expected, 0 as found,
      format('Line %s of the statement: it was given to something else (%s), and has payments', line_id, kind) as text
    from bank_lines where tenant = ${tenant} and kind in ('repayment', 'invoice', 'reversal')
      and exists (select from bank_line_payouts links where links.tenant = ${tenant} and links.line_id = bank_lines.line_id)
    union all
    select line_id, cents, 0, case kind
      when 'invoice' then format('Line %s of the statement: it paid invoice %s, which says nothing of it', line_id, subject)
      else format('Line %s of the statement: it was given to a repayment that is not booked (reward %s)', line_id, subject) end
    from bank_lines where tenant = ${tenant} and ${isOfNothing(tenant)} and ${isClosed(tenant)} is not true
    union all
    select lines.line_id, lines.cents, sum(payouts.cents),
      format('Line %s of the statement: its payments come to %s, it to %s', lines.line_id, sum(payouts.cents), lines.cents)
    from bank_lines lines
      join bank_line_payouts links on links.tenant = ${tenant} and links.line_id = lines.line_id
      join payouts on payouts.tenant = ${tenant} and payouts.payout_id = links.payout_id
    where lines.tenant = ${tenant} and kind in ('payout', 'batch', 'return')
    group by lines.line_id, lines.cents having sum(payouts.cents) > lines.cents
    union all
    select lines.line_id, lines.cents, coalesce(credit.cents, 0),
      format('Line %s of the statement: it took back line %s, which %s', lines.line_id, lines.subject,
        case when paid.invoice_id is null then 'did not pay an invoice with that amount' else 'still pays invoice ' || credit.subject end)
    from bank_lines lines
      left join bank_lines credit on credit.tenant = ${tenant} and credit.line_id::text = lines.subject and credit.kind = 'invoice'
        and credit.cents = lines.cents and credit.account = lines.account
      left join invoices on invoices.tenant = ${tenant} and invoices.number = credit.subject
      left join invoice_payments paid on paid.tenant = ${tenant} and paid.invoice_id = invoices.invoice_id
        and paid.reference = ${referenceOf('credit')}
    where lines.tenant = ${tenant} and lines.kind = 'reversal' and (credit.line_id is null or paid.invoice_id is not null)`,
  )

/** What a line of a closed day was given to was taken back since: its money is booked nowhere until it is, with the line's reference. */
export const findClosedLineDifferences = (tx: Tx, tenant: string): Promise<Difference[]> =>
  ask(
    tx,
    'closed-line',
    sql`
    select line_id as id, cents as expected, 0 as found,
      format('Line %s of the statement: its day is closed, and its %s (%s) was taken back since; book it anew with the reference %s',
        line_id, kind, subject, ${referenceOf()}) as text
    from bank_lines where tenant = ${tenant} and ${isOfNothing(tenant)} and ${isClosed(tenant)}
      and not exists (select from repayments anew where anew.tenant = ${tenant} and anew.reference = ${referenceOf()}
        and anew.cents = bank_lines.cents and undone_at is null)
      and not exists (select from invoice_payments anew where anew.tenant = ${tenant} and anew.reference = ${referenceOf()})`,
  )
