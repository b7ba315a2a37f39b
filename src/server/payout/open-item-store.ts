import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

/**
 * What the ledgers say is on its way, to people and sales partners, and the payments of which the bank has not told. They are the
 * same at any time. `late`: of batches before that day.
 */
export async function readInTransit(
  tx: Tx,
  tenant: string,
  lateBefore: string,
): Promise<{
  ledgerCents: number
  paymentCents: number
  payments: number
  lateCents: number
  late: number
}> {
  const late = sql`execution_on < ${lateBefore}`
  const { rows } = await sql<{
    ledgerCents: number
    paymentCents: number
    payments: number
    lateCents: number
    late: number
  }>`
    select (coalesce((select sum(cents) from ledger_postings where tenant = ${tenant} and account = 'in-transit'), 0)
        + coalesce((select sum(cents) from partner_note_postings where tenant = ${tenant} and account = 'in-transit'), 0))::bigint
        as "ledgerCents",
      coalesce(sum(cents), 0)::bigint as "paymentCents", count(*)::int as payments,
      coalesce(sum(cents) filter (where ${late}), 0)::bigint as "lateCents", count(*) filter (where ${late})::int as late
    from payouts join payout_batches on payout_batches.tenant = ${tenant} and payout_batches.batch_id = payouts.batch_id
    where payouts.tenant = ${tenant} and state = 'in-transit'`.execute(tx)
  return rows[0]!
}

/** Since the first statement, payments whose day is over and that no line has. */
const unbooked = (tenant: string, today: string) => sql`
  from payouts join payout_batches on payout_batches.tenant = ${tenant} and payout_batches.batch_id = payouts.batch_id
  where payouts.tenant = ${tenant} and state <> 'rejected' and execution_on < ${today}
    and execution_on >= (select min(booked_on) from bank_lines where tenant = ${tenant})
    and not exists (select from bank_line_payouts links
      where links.tenant = ${tenant} and links.payout_id = payouts.payout_id and says = 'settled')`

export type UnbookedPayment = {
  end_to_end_id: string
  batch_id: string
  cents: number
  state: 'in-transit' | 'paid' | 'returned'
  execution_on: string
}

/** Payments at the bank that no line of the statement has, the oldest first. */
export async function listUnbooked(
  tx: Tx,
  tenant: string,
  { today, limit }: { today: string; limit: number },
): Promise<{ rows: UnbookedPayment[]; count: number }> {
  const { rows } = await sql<UnbookedPayment>`
    select end_to_end_id, payouts.batch_id, payouts.cents, state, execution_on ${unbooked(tenant, today)}
    order by execution_on, end_to_end_id limit ${limit}`.execute(tx)
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count ${unbooked(tenant, today)}`.execute(tx)
  return { rows, count: counted[0]!.count }
}

/** The first day with an open line, and the last one with any. */
export async function readDays(
  tx: Tx,
  tenant: string,
): Promise<{ firstOpen: string | null; last: string | null; openLines: number }> {
  const { rows } = await sql<{ firstOpen: string | null; last: string | null; openLines: number }>`
    select min(day_on) filter (where kind is null) as "firstOpen", max(day_on) as last,
      count(*) filter (where kind is null)::int as "openLines"
    from bank_lines where tenant = ${tenant}`.execute(tx)
  return rows[0]!
}

export async function readClosedTo(tx: Tx, tenant: string): Promise<string | null> {
  const { rows } = await sql<{ closed_to: string | null }>`
    select closed_to from bank_books where tenant = ${tenant}`.execute(tx)
  return rows[0]?.closed_to ?? null
}
