import { sql, type RawBuilder } from 'kysely'
import { axes, type ReportKind } from '../base/report-store.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'

// Pages of the agency's lists. A page is found by an index that has the order of the list: of a deep page the sums say in which month,
// letter or amount it begins, so that nothing before it is read. A filter that few rows pass is gathered and sorted instead. Measured
// in bench/parts/reports.ts.

export type ReportSort = 'day' | 'name' | 'product' | 'state' | 'employee' | 'cents'

/** Whose rows: of an agency, and where `employee` is set (the id of an agency user), of theirs alone. */
export type ReportScope = { kind: ReportKind; agencyId: string; employee: string | null }

export type ReportFilter = {
  state?: string | undefined
  product?: string | undefined
  employee?: string | undefined
  from?: string | undefined // ISO days, both included
  to?: string | undefined
  /** How the name begins, folded, in either order of its words; or one of these rows. */
  found?: { names: readonly string[]; ids: readonly string[] } | undefined
}

export type ReportAsked = {
  sort: ReportSort
  descending: boolean
  limit: number
  offset: number
  filter: ReportFilter
  /** So many rows at the most are sorted in memory rather than read in order; a test sets it. */
  gathered?: number
}

const gathered = 20_000 // takes a few milliseconds
const column = (sort: ReportSort) => sql.ref(sort)
/** Sorts after everything that begins with what is before it, in the order of bytes. */
const last = '\u{10ffff}'

/** Exact count and cents of what the filter lets through, and the page of it: ids in the order of the list. */
export async function findReportPage(
  tx: Tx,
  tenant: string,
  scope: ReportScope,
  asked: ReportAsked,
): Promise<{ ids: string[]; count: number; cents: number }> {
  const list = listOf(tenant, scope, asked.filter)
  if (list.isEmpty) return { ids: [], count: 0, cents: 0 }
  if (asked.filter.found) return gather(tx, list, asked)
  const { count, all, cents } = await countRows(tx, list)
  if (asked.offset >= count) return { ids: [], count, cents }
  const canJump = !list.dates || !(asked.sort === 'name' || asked.sort === 'cents')
  const costOfWalk = ((asked.offset + asked.limit) * all) / count
  if (count <= (asked.gathered ?? gathered) || (!canJump && count * 2 < costOfWalk)) {
    const { ids } = await gather(tx, list, asked)
    return { ids, count, cents }
  }
  const start = canJump ? await findStart(tx, list, asked) : null
  return { ids: await walk(tx, list, asked, start), count, cents }
}

type List = ReturnType<typeof listOf>

/** The parts of statements that say which rows are meant. */
function listOf(tenant: string, { kind, agencyId, employee }: ReportScope, filter: ReportFilter) {
  const equal = {
    employee: employee ?? filter.employee,
    product: filter.product,
    state: filter.state,
  }
  const own = sql`tenant = ${tenant} and kind = ${kind} and agency_id = ${agencyId}::uuid`
  const matches = sql.join(
    [
      sql`true`,
      ...Object.entries(equal)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
    ],
    sql` and `,
  )
  const { from, to, found } = filter
  const dates =
    from === undefined && to === undefined
      ? null
      : { from: from ?? '0001-01-01', to: to ?? '9999-12-31' }
  const inDates = dates ? sql`day between ${dates.from} and ${dates.to}` : sql`true`
  const isFound = found
    ? sql`(${sql.join([...found.names.map((name) => sql`name ^@ ${name}`), sql`row_id = any (${[...found.ids]}::text[])`], sql` or `)})`
    : sql`true`
  return {
    own,
    matches,
    dates,
    rows: sql`${own} and ${matches} and ${inDates} and ${isFound}`,
    // An employee who asks for a colleague's rows gets none.
    isEmpty:
      (employee !== null && filter.employee !== undefined && filter.employee !== employee) ||
      (dates !== null && dates.from > dates.to),
  }
}

/** The sums of a list along an axis: bucket, employee, product, state, count, cents. */
const cellsOf = ({ own }: List, axis: keyof typeof axes): RawBuilder<unknown> => sql`
  select bucket, employee, product, state, count, cents from report_counts where ${own} and axis = ${axis}
  union all
  select ${axes[axis]}, employee, product, state, count, count * amount from report_deltas where ${own}`

/** By month and within the dates: whole months are summed already, what is left of the first and the last month is counted. */
function monthsOf(list: List): RawBuilder<unknown> {
  if (!list.dates) return cellsOf(list, 'month')
  const from = Temporal.PlainDate.from(list.dates.from)
  const to = Temporal.PlainDate.from(list.dates.to)
  const first = from.day === 1 ? from : from.add({ months: 1 }).with({ day: 1 })
  const end = to.day === to.daysInMonth ? to : to.with({ day: 1 }).subtract({ days: 1 })
  const month = (day: Temporal.PlainDate) => day.toString().slice(0, 7)
  const counted = (days: RawBuilder<unknown>) => sql`
    select to_char(day, 'YYYY-MM'), employee, product, state, count(*), sum(cents)::bigint
    from report_rows where ${list.own} and ${list.matches} and ${days} group by 1, 2, 3, 4`
  if (Temporal.PlainDate.compare(first, end) >= 0)
    return sql`select * from (${counted(sql`day between ${from.toString()} and ${to.toString()}`)}) as edge
      (bucket, employee, product, state, count, cents)`
  const parts = [
    sql`select * from (${cellsOf(list, 'month')}) as whole where bucket between ${month(first)} and ${month(end)}`,
  ]
  if (Temporal.PlainDate.compare(from, first) < 0)
    parts.push(counted(sql`day >= ${from.toString()} and day < ${first.toString()}`))
  if (Temporal.PlainDate.compare(end, to) < 0)
    parts.push(counted(sql`day > ${end.toString()} and day <= ${to.toString()}`))
  return sql.join(parts, sql` union all `)
}

/** What was cancelled or ran out earned nobody anything. */
const earned = sql`state not in ('cancelled', 'expired')`

async function countRows(tx: Tx, list: List) {
  const cells = list.dates ? monthsOf(list) : cellsOf(list, 'all')
  const [sums, whole] = await together([
    sql<{ count: number; cents: number }>`
      select coalesce(sum(count), 0)::bigint as count, coalesce(sum(cents) filter (where ${earned}), 0)::bigint as cents
      from (${cells}) as cells where ${list.matches}`.execute(tx),
    sql<{ count: number }>`
      select coalesce(sum(count), 0)::bigint as count from (${cellsOf(list, 'all')}) as cells`.execute(
      tx,
    ),
  ])
  return { ...sums.rows[0]!, all: whole.rows[0]!.count }
}

const orderOf = ({ sort, descending }: Pick<ReportAsked, 'sort' | 'descending'>) => {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const columns = sort === 'day' ? ['day', 'row_id'] : [sort, 'day', 'row_id']
  return sql.join(columns.map((name) => sql`${sql.ref(name)} ${direction}`))
}

/** Takes all rows that are meant, whichever index finds them, and sorts them. */
async function gather(tx: Tx, list: List, asked: ReportAsked) {
  const { rows } = await sql<{ ids: string[] | null; count: number; cents: number }>`
    with meant as materialized (
      select row_id, day, ${sort(asked)} cents, state from report_rows where ${list.rows}
    ), page as (
      select row_id, row_number() over (order by ${orderOf(asked)}) as place from meant
      order by ${orderOf(asked)} limit ${asked.limit} offset ${asked.offset}
    )
    select (select array_agg(row_id order by place) from page) as ids, count(*) as count,
      coalesce(sum(cents) filter (where ${earned}), 0)::bigint as cents
    from meant`.execute(tx)
  const { ids, count, cents } = rows[0]!
  return { ids: ids ?? [], count, cents }
}

const sort = (asked: ReportAsked) =>
  ['day', 'cents', 'state'].includes(asked.sort) ? sql`` : sql`${column(asked.sort)},`

type Start = { group: string; bucket: string; before: number }

/** Where the page begins: the last bucket before which no more than `offset` rows are. */
async function findStart(tx: Tx, list: List, asked: ReportAsked): Promise<Start> {
  const { sort, descending, offset } = asked
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const ofAxis = sort === 'name' || sort === 'cents'
  const group = sort === 'day' || ofAxis ? sql`''` : column(sort)
  const cells = ofAxis ? cellsOf(list, sort) : monthsOf(list)
  const { rows } = await sql<Start>`
    select "group", bucket, before::bigint as before
    from (
      select "group", bucket, count, sum(count) over (order by "group" ${direction}, bucket ${direction}) - count as before
      from (
        select ${group} collate "C" as "group", bucket collate "C" as bucket, sum(count) as count
        from (${cells}) as cells where ${list.matches} group by 1, 2 having sum(count) > 0) as buckets) as places
    where before <= ${offset} order by before desc limit 1`.execute(tx)
  return rows[0] ?? { group: '', bucket: '', before: 0 }
}

/** What lies at the start and after it, in the order of the list. */
function fromStart({ sort, descending }: ReportAsked, { group, bucket }: Start) {
  const compare = sql.raw(descending ? '<=' : '>=')
  switch (sort) {
    case 'name':
      return sql`name ${compare} ${descending && bucket ? bucket + last : bucket}`
    case 'cents':
      return sql`cents ${compare} ${Number(bucket)}`
    case 'day':
      return sql`day ${compare} ${edgeOf(bucket, descending)}`
    case 'product':
    case 'state':
    case 'employee':
      return sql`(${column(sort)}, day) ${compare} (${group}, ${edgeOf(bucket, descending)}::date)`
  }
}

function edgeOf(month: string, descending: boolean): string {
  const first = Temporal.PlainYearMonth.from(month)
  return first.toPlainDate({ day: descending ? first.daysInMonth : 1 }).toString()
}

// The planner would rather sort than read in order: it takes every filter for a rare one.
const planBySorting = (tx: Tx, on: 'on' | 'off') =>
  sql`select set_config(name, ${on}, true)
    from unnest(array['enable_sort', 'enable_incremental_sort', 'enable_bitmapscan', 'enable_seqscan']) as name`.execute(
    tx,
  )

/** Reads the list by the index that has its order. */
async function walk(
  tx: Tx,
  list: List,
  asked: ReportAsked,
  start: Start | null,
): Promise<string[]> {
  const bound = start ? fromStart(asked, start) : sql`true`
  const [, page] = await together([
    planBySorting(tx, 'off'),
    sql<{ row_id: string }>`
      select row_id from report_rows where ${list.rows} and ${bound}
      order by ${orderOf(asked)} limit ${asked.limit} offset ${asked.offset - (start?.before ?? 0)}`.execute(
      tx,
    ),
    planBySorting(tx, 'on'),
  ])
  return page.rows.map(({ row_id }) => row_id)
}

export type ReportKey = { row_id: string; day: string; key: string }

/** The next rows after `after`, by the sort's index, for whoever reads the whole list (report-file.ts). */
export async function readReportAfter(
  tx: Tx,
  tenant: string,
  scope: ReportScope,
  asked: Omit<ReportAsked, 'offset'>,
  after: ReportKey | null,
): Promise<ReportKey[]> {
  const list = listOf(tenant, scope, asked.filter)
  if (list.isEmpty) return []
  const key = column(asked.sort)
  const type = sql.raw({ day: 'date', cents: 'bigint' }[asked.sort as 'day'] ?? 'text')
  const compare = sql.raw(asked.descending ? '<' : '>')
  const next = after
    ? sql`(${key}, day, row_id) ${compare} (${after.key}::${type}, ${after.day}::date, ${after.row_id})`
    : sql`true`
  const [, page] = await together([
    planBySorting(tx, 'off'),
    sql<ReportKey>`
      select row_id, day, ${key}::text as key from report_rows where ${list.rows} and ${next}
      order by ${orderOf(asked)} limit ${asked.limit}`.execute(tx),
  ])
  return page.rows
}
