import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { tables, type KindName } from './document-store.ts'
import { checkNoteLedger } from './note-payment-store.ts'

type Problem = { problem: string }

const ask = async (tx: Tx, questions: RawBuilder<Problem>[]): Promise<string[]> =>
  (await together(questions.map((question) => () => question.execute(tx)))).flatMap(({ rows }) =>
    rows.map(({ problem }) => problem),
  )

/** Lines sum up to documents, numbers have no gap, credits never exceed what was billed. */
function documentsOf(tenant: string, kind: KindName): RawBuilder<Problem>[] {
  const { documents, lines, counters, sums, ...names } = tables[kind]
  const [id, party, entry] = [sql.id(names.id), sql.id(names.party), sql.id(names.entry)]
  return [
    ...sums.map(([ofLines, ofDocument]) => {
      const whole = sql.id(ofDocument)
      return sql<Problem>`
      select format('%s: lines hold %s, the document says %s', d.number, sum(l.${sql.id(ofLines)}), d.${whole}) as problem
      from ${sql.id(documents)} d left join ${sql.id(lines)} l on l.tenant = ${tenant} and l.${id} = d.${id}
      where d.tenant = ${tenant}
      group by d.${id}, d.number, d.${whole}
      having sum(l.${sql.id(ofLines)}) is distinct from d.${whole}::numeric`
    }),
    sql<Problem>`
      select format('%s, %s: %s documents up to place %s, the counter says %s', coalesce(d.${party}, c.${party}),
        coalesce(d.year, c.year), count(d.${id}), max(d.place), max(c.last)) as problem
      from (select * from ${sql.id(documents)} where tenant = ${tenant}) d
        full join (select * from ${sql.id(counters)} where tenant = ${tenant}) c on c.${party} = d.${party} and c.year = d.year
      group by coalesce(d.${party}, c.${party}), coalesce(d.year, c.year)
      having count(d.${id}) is distinct from max(c.last)::bigint or coalesce(max(d.place), 0) is distinct from max(c.last)`,
    sql<Problem>`
      select format('%s takes back what %s did not bill', d.number, l.corrects) as problem
      from ${sql.id(lines)} l join ${sql.id(documents)} d on d.tenant = ${tenant} and d.${id} = l.${id}
      where l.tenant = ${tenant} and l.side = 'credited' and not exists (
        select from ${sql.id(lines)} billed where billed.tenant = ${tenant} and billed.${entry} = l.${entry}
          and billed.${id} = l.corrects and billed.side = 'billed')`,
  ]
}

/**
 * Checks agencies' documents against the ledger; one English sentence per error. Per reward, billed less credited equals the
 * ledger's balance.
 */
export const checkInvoices = (tx: Tx, tenant: string): Promise<string[]> =>
  ask(tx, [
    ...documentsOf(tenant, 'invoices'),
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
            and credited.fee_cents = case when ended.event = 'expired' then 0 else billed.fee_cents end)))`,
  ])

/** The same for partners' notes: against the commission ledger, that against the orders, and payments against documents. */
export const checkCommissions = async (tx: Tx, tenant: string): Promise<string[]> => [
  ...(await ask(tx, [
    ...documentsOf(tenant, 'notes'),
    sql<Problem>`
      select format('%s: %s on a note, the ledger has %s', lines.order_number, lines.cents, posted.cents) as problem
      from partner_note_lines lines
        left join commission_postings posted on posted.tenant = ${tenant} and posted.order_number = lines.order_number
          and posted.event_key = case lines.side when 'billed' then 'provided' else 'cancelled-provided' end
          and posted.cents > 0
      where lines.tenant = ${tenant} and posted.cents is distinct from lines.cents`,
    // Each commission lies whole in its order state's account, and came from the programme.
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
      ) and not (orders.state = 'cancelled' and orders.released_at is null and count(books.account) = 0)`,
    sql<Problem>`
      select format('%s: on note %s, the order says %s', orders.number, lines.note_id, orders.billed_in) as problem
      from partner_orders orders left join partner_note_lines lines on lines.tenant = ${tenant}
        and lines.order_number = orders.number and lines.side = 'billed'
      where orders.tenant = ${tenant} and orders.billed_in is distinct from lines.note_id`,
  ])),
  ...(await checkNoteLedger(tx, tenant)),
]

/**
 * Cents of an agency's rewards released before an instant and not cancelled or expired by then, per ledger: equals invoices less
 * credits of earlier months.
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

/** Cents of a partner's commissions released before an instant and not cancelled by then, per ledger. */
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
