import { sql } from 'kysely'
import { lineBookingKinds } from '../../domain/bookings.ts'
import type { Difference } from '../../domain/books.ts'
import type { Tx } from '../db/connection.ts'
import { ask } from './check-store.ts'

const booked = sql`(${sql.join(lineBookingKinds.filter((kind) => kind !== 'excess'))})`

/** What was posted of a payment in the bank's account: when it was settled, or when it came back. */
const posted = (tenant: string, says: 'settled' | 'returned') => {
  const of = (column: string) => sql.ref(`${says}.${column}`)
  return sql`left join ledger_postings ${sql.id(says)} on ${of('tenant')} = ${tenant} and ${of('reward_id')} = payouts.reward_id
    and ${of('event_key')} = 'payout:' || payouts.payout_id || ${sql.lit(`:${says}`)} and ${of('cents')} > 0`
}

/**
 * The bank's account of the bookkeeping, line by line of the statement: what is booked of it beside the ledgers, and what the ledgers posted
 * of its payments. Repayments are another check's. What has no line is listed as not told by the bank.
 */
export const findBankAccountDifferences = (tx: Tx, tenant: string): Promise<Difference[]> =>
  ask(
    tx,
    'bank-account',
    sql`
    with bookings as (
      select line_id, sum(cents) as cents from bank_line_bookings where tenant = ${tenant} group by line_id),
    moved as (
      select links.line_id, sum(payouts.cents) as expected,
        sum(case
          when links.says = 'returned' and payouts.state <> 'returned' then 0
          when payouts.reward_id is null then payouts.cents
          when links.says = 'settled' then coalesce(settled.cents, 0)
          else coalesce(returned.cents, 0) end) as found
      from bank_line_payouts links
        join payouts on payouts.tenant = ${tenant} and payouts.payout_id = links.payout_id
        ${posted(tenant, 'settled')}
        ${posted(tenant, 'returned')}
      where links.tenant = ${tenant} and links.applied_at is not null
      group by links.line_id),
    lines as (
      select line_id, booked_on, kind,
        case when kind in ('payout', 'batch') then -moved.expected
          when kind = 'return' then moved.expected
          when kind in ${booked} and currency = 'EUR' then case direction when 'CRDT' then bank_lines.cents else -bank_lines.cents end
          else 0 end as expected,
        coalesce(bookings.cents, 0) + case when kind is null then 0 else coalesce(case direction when 'CRDT' then 1 else -1 end * moved.found, 0) end as found
      from bank_lines left join bookings using (line_id) left join moved using (line_id)
      where tenant = ${tenant} and (kind is null or kind not in ('payout', 'batch', 'return') or moved.line_id is not null))
    select line_id as id, expected, found,
      format('Line %s of the statement (%s, %s): the bank''s account should have %s of it, and has %s', line_id, booked_on,
        coalesce(kind, 'open'), expected, found) as text
    from lines where expected <> found`,
  )
