import { sql, type RawBuilder } from 'kysely'
import { bankEvents } from '../../domain/bookings.ts'
import type { Tx } from '../db/connection.ts'
import type { BooksSum } from './books-store.ts'

const monthOf = (at: string) => sql`to_char(${sql.ref(at)} at time zone 'Europe/Berlin', 'YYYY-MM')`

/** Postings are truncated to the hour first: a million of them are formatted as a few thousand. */
const ledger = (tenant: string, name: BooksSum['ledger'], table: string) => sql`
  select ${sql.lit(name)} as ledger, account, ${monthOf('hour')} as month, sum(debit)::bigint as debit_cents, sum(credit)::bigint as credit_cents
  from (select account, date_trunc('hour', at) as hour, sum(cents) filter (where cents > 0) as debit, -sum(cents) filter (where cents < 0) as credit
    from ${sql.table(table)} where tenant = ${tenant} group by account, date_trunc('hour', at)) hours
  group by account, month`

/** What is booked in the bank's account (booking-lines.ts), and what its statements say. */
const bank = (tenant: string) => sql`
  select 'bank' as ledger, account, month,
    sum(cents) filter (where cents > 0)::bigint as debit_cents, -sum(cents) filter (where cents < 0)::bigint as credit_cents
  from (
    select 'booked' as account, ${monthOf('hour')} as month, unnest(array[came, -gone]) as cents
    from (select date_trunc('hour', at) as hour,
        sum(cents) filter (where event = any (${bankEvents('debit')}::text[])) as came,
        sum(cents) filter (where event = any (${bankEvents('credit')}::text[])) as gone
      from ledger_postings where tenant = ${tenant} and cents > 0 and (event <> 'claim-recovered' or event_key like 'payout:%')
      group by date_trunc('hour', at)) hours
    union all
    select 'booked', ${monthOf('postings.at')},
      case when kind = 'self-billed' then total_cents else -total_cents end * case event when 'returned' then 1 else -1 end
    from partner_note_postings postings
      join partner_notes notes on notes.tenant = ${tenant} and notes.note_id = postings.note_id
    where postings.tenant = ${tenant} and (account = 'paid-bank' and event = 'settled' or account = 'payable' and event = 'returned')
    union all
    select 'booked', to_char(day, 'YYYY-MM'), cents from bank_line_bookings where tenant = ${tenant}
    union all
    select case when kind is null then 'open' else 'statement' end, to_char(booked_on, 'YYYY-MM'),
      case direction when 'CRDT' then cents else -cents end
    from bank_lines where tenant = ${tenant} and currency = 'EUR') moves
  group by account, month`

const queries = (tenant: string): RawBuilder<unknown>[] => [
  ledger(tenant, 'rewards', 'ledger_postings'),
  ledger(tenant, 'commissions', 'commission_postings'),
  ledger(tenant, 'notes', 'partner_note_postings'),
  sql`
  select 'invoices' as ledger, kind as account, to_char(issued_on, 'YYYY-MM') as month,
    sum(case when kind = 'credit' then 0 else total_cents end)::bigint as debit_cents,
    sum(case when kind = 'credit' then total_cents else 0 end)::bigint as credit_cents
  from invoices where tenant = ${tenant} group by kind, to_char(issued_on, 'YYYY-MM')`,
  sql`
  select 'vouchers' as ledger, 'codes' as account, month, sum(debit)::bigint as debit_cents, sum(credit)::bigint as credit_cents
  from (select ${monthOf('imported_at')} as month, cents as debit, 0 as credit from vouchers where tenant = ${tenant}
    union all
    select ${monthOf('taken_at')}, 0, cents from vouchers where tenant = ${tenant} and taken_at is not null) moves
  group by month`,
  bank(tenant),
]

/** What came into each account in each month, and what left it. Of vouchers: codes bought and given. Of the bank: as booked, and as its statements say. */
export async function sumBooks(tx: Tx, tenant: string): Promise<BooksSum[]> {
  const sums: BooksSum[] = []
  for (const query of queries(tenant)) {
    const { rows } = await sql<BooksSum>`
      select ledger, account, month, coalesce(debit_cents, 0) as debit_cents, coalesce(credit_cents, 0) as credit_cents
      from (${query}) sums`.execute(tx)
    sums.push(...rows)
  }
  return sums
}
