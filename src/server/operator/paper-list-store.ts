import { sql, type RawBuilder } from 'kysely'
import type { PaperKind } from '../../domain/invoice.ts'
import type { PaperState } from '../../domain/paper.ts'
import type { SellerKind } from '../../domain/seller.ts'
import { openOf } from '../billing/set-off-store.ts'
import type { Tx } from '../db/connection.ts'
import { afterKey, type RowKey } from '../db/keyset.ts'
import { together } from '../db/together.ts'
import { referenceOf } from '../payout/bank-line-store.ts'

export type PaperRow = {
  paper_id: string
  party_kind: SellerKind
  party_id: string
  party_number: string
  name: string
  is_person: boolean // the name is somebody's own
  kind: PaperKind
  number: string
  month: string
  issued_on: string
  due_on: string
  cents: number
  open_cents: number // of what is owed
  state: PaperState
  paid_on: string | null
  version: number
}

export type PaperFilter = {
  kinds: readonly PaperKind[] // empty: all
  states: readonly PaperState[] // empty: all
  from?: string
  to?: string
  search?: string
  party?: string
  seesPeople: boolean // else nobody is found by the name of a person
  today: Temporal.PlainDate
}

/** Beyond this many rows a filter is neither counted nor summed nor paged. */
export const mostCounted = 25_000
const mostParties = 200

export const paperOrders = {
  Datum: sql`issued_on`,
  FaelligAm: sql`due_on`,
  Gesamt: sql`cents`,
  Nummer: sql`number`,
} as const
export type PaperOrder = keyof typeof paperOrders

const stateOf = (today: Temporal.PlainDate) => sql`case when state = 'open' and kind = 'invoice'
  and due_on < ${today.toString()}::date then 'overdue' else state end`

const isIn = {
  open: (today) => sql`(state = 'open' and (kind <> 'invoice' or due_on >= ${today}::date))`,
  overdue: (today) => sql`(state = 'open' and kind = 'invoice' and due_on < ${today}::date)`,
  settled: () => sql`state = 'settled'`,
  'in-transit': () => sql`state = 'in-transit'`,
  paid: () => sql`state = 'paid'`,
} satisfies Record<PaperState, (today: string) => RawBuilder<unknown>>

/** Whose documents are meant: their number's beginning, or part of a name. */
const partiesOf = (tenant: string, search: string, seesPeople: boolean) => sql`
  (select agency_id from agencies
    where tenant = ${tenant} and name_key(${search}) <> '' and strpos(search_key, name_key(${search})) > 0 limit ${mostParties})
  union all
  (select partner_id from sales_partners
    where tenant = ${tenant} and name_key(${search}) <> '' and strpos(name_sort, name_key(${search})) > 0
      and (company is not null or ${seesPeople}) limit ${mostParties})`

function where(tenant: string, filter: PaperFilter): RawBuilder<unknown> {
  const { kinds, states, from, to, search, party, seesPeople, today } = filter
  const parts = [
    sql`tenant = ${tenant}`,
    ...(party ? [sql`party_id = ${party}`] : []),
    ...(kinds.length === 1 ? [sql`kind = ${kinds[0]}`] : []),
    ...(kinds.length > 1 ? [sql`kind = any (${[...kinds]}::text[])`] : []),
    ...(states.length > 0
      ? [
          sql`(${sql.join(
            states.map((state) => isIn[state](today.toString())),
            sql` or `,
          )})`,
        ]
      : []),
    ...(from ? [sql`issued_on >= ${from}::date`] : []),
    ...(to ? [sql`issued_on <= ${to}::date`] : []),
    ...(search
      ? [
          sql`(number ^@ ${search.toUpperCase()}
            or party_id = any (array(${partiesOf(tenant, search, seesPeople)})))`,
        ]
      : []),
  ]
  return sql.join(parts, sql` and `)
}

const withParty = (tenant: string, page: RawBuilder<unknown>, today: Temporal.PlainDate) => sql`
  select page.*, ${stateOf(today)} as state, ${openOf(tenant, sql`page`)} as open_cents,
    coalesce(agency.number, partner.number) as party_number,
    coalesce(agency.name, partner.company, partner.first_name || ' ' || partner.last_name) as name,
    partner.partner_id is not null and partner.company is null as is_person
  from (${page}) page
    left join lateral (select number, name from agencies
      where page.party_kind = 'agency' and tenant = ${tenant} and agency_id = page.party_id) agency on true
    left join lateral (select partner_id, number, company, first_name, last_name from sales_partners
      where page.party_kind = 'sales-partner' and tenant = ${tenant} and partner_id = page.party_id) partner on true`

/** A page of documents, and how many there are with which sum; `cents` null: too many to sum. */
export async function listPaperRows(
  tx: Tx,
  tenant: string,
  asked: {
    filter: PaperFilter
    orderBy: PaperOrder
    descending: boolean
    limit: number
    offset: number
  },
): Promise<{ rows: PaperRow[]; count: number; cents: number | null }> {
  const matches = where(tenant, asked.filter)
  const limit = Math.max(Math.min(asked.limit, mostCounted - asked.offset), 0)
  const [{ rows }, { rows: sums }] = await together([
    () => {
      const way = asked.descending ? sql`desc` : sql`asc`
      const by = sql`${paperOrders[asked.orderBy]} ${way}, paper_id ${way}`
      return sql<PaperRow>`${withParty(
        tenant,
        // Keys from the index alone; rows of this page.
        sql`select * from papers where tenant = ${tenant} and paper_id = any (array(
          select paper_id from papers where ${matches} order by ${by} limit ${limit} offset ${asked.offset}))`,
        asked.filter.today,
      )} order by ${sql`page.${paperOrders[asked.orderBy]} ${way}, page.paper_id ${way}`}`.execute(
        tx,
      )
    },
    () =>
      sql<{ count: number; cents: number }>`
        select count(*)::int as count, coalesce(sum(cents), 0)::bigint as cents
        from (select cents from papers where ${matches} limit ${mostCounted + 1}) found`.execute(
        tx,
      ),
  ])
  const { count, cents } = sums[0]!
  return count > mostCounted ? { rows, count: mostCounted, cents: null } : { rows, count, cents }
}

/** The documents after a key. */
export async function readPapersAfter(
  tx: Tx,
  tenant: string,
  asked: {
    filter: PaperFilter
    orderBy: PaperOrder
    descending: boolean
    after: RowKey | null
    limit: number
  },
): Promise<PaperRow[]> {
  const { filter, orderBy, descending, after, limit } = asked
  const column = paperOrders[orderBy]
  const way = descending ? sql`desc` : sql`asc`
  const part = sql`select * from papers
    where ${where(tenant, filter)} and ${afterKey(after, { column, id: sql`paper_id`, descending })}
    order by ${column} ${way}, paper_id ${way} limit ${limit}`
  const { rows } = await sql<PaperRow>`${withParty(tenant, part, filter.today)}
    order by ${sql`page.${column} ${way}, page.paper_id ${way}`}`.execute(tx)
  return rows
}

export async function findPapers(
  tx: Tx,
  tenant: string,
  ids: readonly string[],
  today: Temporal.PlainDate,
): Promise<PaperRow[]> {
  const { rows } = await sql<PaperRow>`${withParty(
    tenant,
    sql`select * from papers where tenant = ${tenant} and paper_id = any (${[...ids]}::uuid[])`,
    today,
  )} order by page.issued_on, page.number`.execute(tx)
  return rows
}

export type PaperMoney = {
  net_cents: number
  vat_cents: number
  reference: string | null
  execution_on: string | null
  bank_line: { id: string; day: string } | null // by which it was paid
  reversal: { id: string; day: string } | null // by which the bank took a payment back last
}

/** What the document itself says of its money, and its payment. */
export async function readPaperMoney(
  tx: Tx,
  tenant: string,
  { paper_id: id, party_kind: kind }: Pick<PaperRow, 'paper_id' | 'party_kind'>,
): Promise<PaperMoney> {
  const { rows } =
    kind === 'agency'
      ? await sql<PaperMoney>`
          select reward_cents + fee_cents as net_cents, vat_cents, reference, null as execution_on, (
            select jsonb_build_object('id', line_id, 'day', booked_on) from bank_lines
            where bank_lines.tenant = ${tenant} and subject = invoices.number and bank_lines.kind = 'invoice'
              and invoice_payments.reference = ${referenceOf()}
            order by line_id desc limit 1) as bank_line, (
            select jsonb_build_object('id', reversal.line_id, 'day', reversal.booked_on) from bank_lines credit
              join bank_lines reversal on reversal.tenant = ${tenant} and reversal.kind = 'reversal' and reversal.subject = credit.line_id::text
            where credit.tenant = ${tenant} and credit.subject = invoices.number and credit.kind = 'invoice'
            order by reversal.booked_on desc, reversal.line_id desc limit 1) as reversal
          from invoices left join invoice_payments on invoice_payments.tenant = ${tenant}
            and invoice_payments.invoice_id = invoices.invoice_id
          where invoices.tenant = ${tenant} and invoices.invoice_id = ${id}`.execute(tx)
      : await sql<PaperMoney>`
          select net_cents, vat_cents, null as reference, null as bank_line, null as reversal, (select execution_on from payouts
            join payout_batches on payout_batches.tenant = ${tenant} and payout_batches.batch_id = payouts.batch_id
            where payouts.tenant = ${tenant} and payouts.payout_id = partner_notes.payout_id) as execution_on
          from partner_notes where tenant = ${tenant} and note_id = ${id}`.execute(tx)
  return rows[0]!
}
