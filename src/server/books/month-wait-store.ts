import { sql } from 'kysely'
import type { Missing, MonthFacts } from '../../domain/month-closing.ts'
import type { Tx } from '../db/connection.ts'

/** Whether the check of that night is done. */
export async function isCheckedInNight(tx: Tx, tenant: string, day: string): Promise<boolean> {
  const { rows } = await sql`
    select from books_checks
    where tenant = ${tenant} and day = ${day} and asked_by is null and checked_at is not null`.execute(
    tx,
  )
  return rows.length > 0
}

/** Of many that would close a month, one a day tries it, and holds its row until it is done. @returns whether somebody was told before; null: it was tried */
export async function claimClosing(
  tx: Tx,
  tenant: string,
  { month, day }: { month: string; day: string },
): Promise<{ isTold: boolean } | null> {
  const { rows } = await sql<{ isTold: boolean }>`
    insert into books_month_waits as waits (tenant, month, tried_on) values (${tenant}, ${month}, ${day})
    on conflict (tenant, month) do update set tried_on = excluded.tried_on where waits.tried_on < excluded.tried_on
    returning told_at is not null as "isTold"`.execute(tx)
  return rows[0] ?? null
}

export async function keepMissing(
  tx: Tx,
  tenant: string,
  month: string,
  { missing, now }: { missing: readonly Missing[]; now: Temporal.Instant },
): Promise<void> {
  const told = missing.length > 0 ? now.toString() : null
  await sql`
    update books_month_waits set missing = ${JSON.stringify(missing)}::jsonb, told_at = coalesce(told_at, ${told}::timestamptz)
    where tenant = ${tenant} and month = ${month}`.execute(tx)
}

/** A tenant that closes its months by hand waits for none. */
export async function forgetMissing(tx: Tx, tenant: string): Promise<void> {
  await sql`
    update books_month_waits set missing = '[]' where tenant = ${tenant} and missing <> '[]'`.execute(
    tx,
  )
}

/** The month that should have closed by itself, with what was missing when it was tried last. */
export async function findWaitingMonth(
  tx: Tx,
  tenant: string,
): Promise<{ month: string; tried_on: string; missing: Missing[] } | undefined> {
  const { rows } = await sql<{ month: string; tried_on: string; missing: Missing[] }>`
    select month, tried_on, missing from books_month_waits waits
    where tenant = ${tenant} and missing <> '[]'
      and not exists (select from books_months closed where closed.tenant = ${tenant} and closed.month >= waits.month)
    order by month desc limit 1`.execute(tx)
  return rows[0]
}

/** What bank and payments say of the days of a month. */
export async function readBankOfMonth(
  tx: Tx,
  tenant: string,
  { first, last }: { first: string; last: string },
): Promise<Pick<MonthFacts, 'hasStatements' | 'payments' | 'closedTo' | 'openLines' | 'unbooked'>> {
  const { rows } = await sql<
    Pick<MonthFacts, 'hasStatements' | 'payments' | 'closedTo' | 'openLines' | 'unbooked'>
  >`
    select exists (select from bank_lines where tenant = ${tenant}) as "hasStatements",
      (select closed_to from bank_books where tenant = ${tenant}) as "closedTo",
      (select count(*)::int from bank_lines where tenant = ${tenant} and kind is null and day_on <= ${last}) as "openLines",
      count(*)::int as payments,
      count(*) filter (where execution_on >= (select min(booked_on) from bank_lines where tenant = ${tenant})
        and not exists (select from bank_line_payouts links
          where links.tenant = ${tenant} and links.payout_id = payouts.payout_id and says = 'settled'))::int as unbooked
    from payouts join payout_batches on payout_batches.tenant = ${tenant} and payout_batches.batch_id = payouts.batch_id
    where payouts.tenant = ${tenant} and state <> 'rejected' and execution_on between ${first} and ${last}`.execute(
    tx,
  )
  return rows[0]!
}
