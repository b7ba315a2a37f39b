import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'

type Problem = { problem: string }

/**
 * Whether every euro on the documents is found again in the ledger; one English sentence each, none when all is well. Lines add up to
 * their documents, numbers have no gap, and for each reward what was billed and not credited is what the ledger still holds for it.
 */
export async function checkInvoices(tx: Tx, tenant: string): Promise<string[]> {
  const answers = await together([
    () =>
      sql<Problem>`
      select format('%s: lines hold %s and %s, the document says %s and %s', invoices.number,
        sum(lines.reward_cents), sum(lines.fee_cents), invoices.reward_cents, invoices.fee_cents) as problem
      from invoices left join invoice_lines lines on lines.tenant = ${tenant} and lines.invoice_id = invoices.invoice_id
      where invoices.tenant = ${tenant}
      group by invoices.invoice_id, invoices.number, invoices.reward_cents, invoices.fee_cents
      having sum(lines.reward_cents) is distinct from invoices.reward_cents::numeric
        or sum(lines.fee_cents) is distinct from invoices.fee_cents::numeric`.execute(tx),
    () =>
      sql<Problem>`
      select format('Agency %s, %s: %s documents up to place %s, the counter says %s', counters.agency_id, counters.year,
        count(invoices.invoice_id), max(invoices.place), counters.last) as problem
      from invoice_counters counters
        left join invoices on invoices.tenant = ${tenant} and invoices.agency_id = counters.agency_id
          and invoices.year = counters.year
      where counters.tenant = ${tenant}
      group by counters.agency_id, counters.year, counters.last
      having count(invoices.invoice_id) <> counters.last or coalesce(max(invoices.place), 0) <> counters.last`.execute(
        tx,
      ),
    () =>
      sql<Problem>`
      select format('Reward %s: %s billed, %s credited, the ledger has %s and %s', billed.reward_id, billed.reward_cents,
        credited.reward_cents, created.cents, ended.cents) as problem
      from invoice_lines billed
        left join invoice_lines credited on credited.tenant = ${tenant} and credited.reward_id = billed.reward_id
          and credited.side = 'credited'
        left join ledger_postings created on created.tenant = ${tenant} and created.reward_id = billed.reward_id
          and created.event_key = 'created' and created.account = 'committed'
        left join lateral (
          select cents, event from ledger_postings
          where tenant = ${tenant} and reward_id = billed.reward_id and cents > 0
            and (event like 'cancelled-%' or event like 'claim-%' or event = 'expired')
          order by at limit 1) ended on true
      where billed.tenant = ${tenant} and billed.side = 'billed' and not (
        (billed.reward_cents = created.cents or (billed.reward_cents = 0 and ended.event = 'expired'))
        and (credited.reward_id is null
          or (credited.reward_cents = billed.reward_cents and ended.cents = created.cents
            and credited.fee_cents = case when ended.event = 'expired' then 0 else billed.fee_cents end)))`.execute(
        tx,
      ),
    () =>
      sql<Problem>`
      select format('%s takes back what %s did not bill', invoices.number, lines.corrects) as problem
      from invoice_lines lines join invoices on invoices.tenant = ${tenant} and invoices.invoice_id = lines.invoice_id
      where lines.tenant = ${tenant} and lines.side = 'credited' and not exists (
        select from invoice_lines billed where billed.tenant = ${tenant} and billed.reward_id = lines.reward_id
          and billed.invoice_id = lines.corrects and billed.side = 'billed')`.execute(tx),
  ])
  return answers.flatMap(({ rows }) => rows.map(({ problem }) => problem))
}

/**
 * Cents of an agency's rewards that were released before an instant and not cancelled or expired by then, as the ledger says it: what
 * invoices less credits of the months before it come to.
 */
export async function sumLedger(
  tx: Tx,
  tenant: string,
  agencyId: string,
  before: Temporal.Instant,
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(case when postings.event = 'created' then postings.cents else -postings.cents end), 0)::bigint as cents
    from referrals
      join rewards on rewards.tenant = ${tenant} and rewards.referral_number = referrals.number
      join lateral (
        (select event, cents from ledger_postings
          where tenant = ${tenant} and reward_id = rewards.reward_id and event = 'created' and cents > 0
            and at < ${before.toString()})
        union all
        (select event, cents from ledger_postings
          where tenant = ${tenant} and reward_id = rewards.reward_id and cents > 0 and at < ${before.toString()}
            and (event like 'cancelled-%' or event like 'claim-%' or event = 'expired')
          order by at limit 1)) postings on true
    where referrals.tenant = ${tenant} and referrals.agency_id = ${agencyId}`.execute(tx)
  return rows[0]!.cents
}

/** Cents of rewards on an agency's documents: billed less credited. */
export async function sumDocuments(tx: Tx, tenant: string, agencyId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(case when kind = 'credit' then -reward_cents else reward_cents end), 0)::bigint as cents
    from invoices where tenant = ${tenant} and agency_id = ${agencyId}`.execute(tx)
  return rows[0]!.cents
}
