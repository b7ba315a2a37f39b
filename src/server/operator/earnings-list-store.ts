import { sql, type RawBuilder } from 'kysely'
import { earningSigns, limitCents, type EarningKind } from '../../domain/earnings.ts'
import { startOfLocalDay } from '../../domain/dates.ts'
import type { Tx } from '../db/connection.ts'
import { afterKey, type RowKey } from '../db/keyset.ts'
import { paidDay } from '../reward/earnings-store.ts'
import { isMoved } from '../reward/ledger-store.ts'

export type EarningsRow = {
  id: string
  year: number
  person: string | null // an account’s id or a contact’s number
  name: string | null
  cents: number
  cash_cents: number
  voucher_cents: number
  set_off_cents: number
  back_cents: number
  last_on: string
}

export type EarningsFilter = { years: readonly number[]; limit: 'ab-grenze' | 'darunter' | null }

/**
 * What moved in these years, and whose it was. Nothing is paid before its day, so only postings since the first year are read. One address
 * is one person; of who was erased, each reward stands alone.
 */
const moved = (tenant: string, years: readonly number[]) => {
  const from = startOfLocalDay(new Temporal.PlainDate(Math.min(...years), 1, 1)).toString()
  return sql`
    select of_day.*, extract(year from on_day)::int as year from (
      select p.posting_id, p.reward_id, signs.kind, signs.sign * p.cents as cents, ${paidDay(tenant)} as on_day,
        accounts.account_id::text as account, recipients.number as contact,
        coalesce(accounts.email, nullif(recipients.email, ''), 'reward ' || p.reward_id) as whose,
        nullif(trim(coalesce(accounts.first_name || ' ' || accounts.last_name,
          recipients.first_name || ' ' || recipients.last_name)), '') as name
      from ledger_postings p
        join unnest(${earningSigns.map(({ event }) => event)}::text[], ${earningSigns.map(({ kind }) => kind)}::text[],
          ${earningSigns.map(({ sign }) => sign)}::int[]) as signs (event, kind, sign) on signs.event = p.event
        join rewards r on r.tenant = ${tenant} and r.reward_id = p.reward_id
        left join accounts on accounts.tenant = ${tenant} and accounts.account_id = r.account_id and accounts.deleted_at is null
          and r.beneficiary = 'referrer'
        left join recipients on recipients.tenant = ${tenant} and recipients.number = r.recipient_number
          and r.beneficiary = 'recipient' and recipients.email <> ''
      where p.tenant = ${tenant} and p.cents > 0 and p.at >= ${from} and not ${isMoved(tenant, 'p')}) of_day
    where extract(year from on_day)::int = any (${[...years]})`
}

const sumOf = (...kinds: EarningKind[]) =>
  sql`coalesce(sum(cents) filter (where kind = any (${kinds})), 0)::bigint`

function people(tenant: string, { years, limit }: EarningsFilter) {
  const having =
    limit === null
      ? sql``
      : limit === 'ab-grenze'
        ? sql`having sum(cents) >= ${limitCents}`
        : sql`having sum(cents) < ${limitCents}`
  return sql`
    select year || '.' || coalesce(min(account), min(contact), min(reward_id::text)) as id, year,
      coalesce(min(account), min(contact)) as person, (array_agg(name order by on_day desc, posting_id desc))[1] as name,
      sum(cents)::bigint as cents, ${sumOf('cash')} as cash_cents, ${sumOf('voucher')} as voucher_cents,
      ${sumOf('set-off')} as set_off_cents, (-${sumOf('returned', 'paid-back')})::bigint as back_cents, max(on_day) as last_on
    from (${moved(tenant, years)}) moved
    group by year, whose ${having}`
}

const orders = { WertCent: sql`cents`, ZuletztAm: sql`last_on` } as const

type Asked = {
  filter: EarningsFilter
  orderBy: keyof typeof orders
  descending: boolean
  limit: number
}

const inOrder = ({ orderBy, descending }: Asked) => {
  const way = descending ? sql`desc` : sql`asc`
  return sql`order by ${orders[orderBy]} ${way}, id ${way}`
}

/** A page of people, how many match and what they received together. */
export async function listEarningsRows(
  tx: Tx,
  tenant: string,
  asked: Asked & { offset: number },
): Promise<{ rows: EarningsRow[]; count: number; cents: number }> {
  const all = sql`with people as materialized (${people(tenant, asked.filter)})`
  const { rows } = await sql<EarningsRow & { count: number; sum: number }>`
    ${all} select people.*, (select count(*)::int from people) as count, (select sum(cents)::bigint from people) as sum
    from people ${inOrder(asked)} limit ${asked.limit} offset ${asked.offset}`.execute(tx)
  if (rows[0]) return { rows, count: rows[0].count, cents: rows[0].sum }
  const { rows: sums } = await sql<{ count: number; cents: number }>`
    ${all} select count(*)::int as count, coalesce(sum(cents), 0)::bigint as cents from people`.execute(
    tx,
  )
  return { rows, ...sums[0]! }
}

/** The people after a key. */
export async function readEarningsAfter(
  tx: Tx,
  tenant: string,
  asked: Asked & { after: RowKey | null },
): Promise<EarningsRow[]> {
  const { after, descending, orderBy, limit } = asked
  const rest = afterKey(after, { column: orders[orderBy], id: sql`id`, descending })
  return readPeople(tx, tenant, asked.filter, sql`where ${rest} ${inOrder(asked)} limit ${limit}`)
}

async function readPeople(
  tx: Tx,
  tenant: string,
  filter: EarningsFilter,
  which: RawBuilder<unknown>,
): Promise<EarningsRow[]> {
  const { rows } = await sql<EarningsRow>`
    select * from (${people(tenant, filter)}) people ${which}`.execute(tx)
  return rows
}

export type EarningEntry = {
  on: string
  kind: EarningKind
  cents: number
  reward_id: string
}

/** One person of one year, with each entry, the newest first. */
export async function readPersonEarnings(
  tx: Tx,
  tenant: string,
  year: number,
  id: string,
): Promise<{ row: EarningsRow; entries: EarningEntry[] } | null> {
  const [row] = await readPeople(tx, tenant, { years: [year], limit: null }, sql`where id = ${id}`)
  if (!row) return null
  const own = id.slice(id.indexOf('.') + 1)
  const { rows } = await sql<EarningEntry>`
    with moved as materialized (${moved(tenant, [year])})
    select on_day as "on", kind, cents, reward_id from moved
    where whose in (select whose from moved where ${own} in (account, contact, reward_id::text))
    order by on_day desc, posting_id desc limit 1000`.execute(tx)
  return { row, entries: rows }
}
