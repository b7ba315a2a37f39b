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
  /** These rows; or where there are none, those whose name begins so, folded, in either order of its words. */
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
const costOfSorting = 6 // of a row, in rows that are passed over in an index
const column = (sort: ReportSort) => sql.ref(sort)
const firstDay = '0001-01-01'
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
  if (asked.filter.found) {
    const { count, cents } = await countFound(tx, list)
    return { ids: asked.offset < count ? await gather(tx, list, asked) : [], count, cents }
  }
  const { count, all, cents, buckets } = await countRows(tx, list, groupOf(asked.sort))
  if (asked.offset >= count) return { ids: [], count, cents }
  const canJump = !list.dates || !(asked.sort === 'name' || asked.sort === 'cents')
  const costOfWalk = ((asked.offset + asked.limit) * all) / count
  if (count <= (asked.gathered ?? gathered) || (!canJump && count * costOfSorting < costOfWalk))
    return { ids: await gather(tx, list, asked), count, cents }
  const start = !canJump
    ? null
    : buckets
      ? startOf(buckets, asked)
      : await findStart(tx, list, asked)
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
      : // The database knows no year 0, the wire does.
        { from: from && from > firstDay ? from : firstDay, to: to ?? '9999-12-31' }
  const inDates = dates ? sql`day between ${dates.from} and ${dates.to}` : sql`true`
  const isFound = !found
    ? sql`true`
    : found.ids.length > 0
      ? sql`row_id = any (${[...found.ids]}::text[])`
      : sql`(${sql.join([sql`false`, ...found.names.map((name) => sql`name ^@ ${name}`)].slice(found.names.length > 0 ? 1 : 0), sql` or `)})`
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

type Group = 'state' | 'product' | 'employee'

/** The sums of a list along an axis, of what the filter lets through: bucket, group, count, cents. */
const cellsOf = (
  { own, matches }: List,
  axis: keyof typeof axes,
  group: Group | null,
): RawBuilder<unknown> => {
  const grouped = group ? column(group) : sql`''`
  return sql`
    select bucket, ${grouped} as "group", count, cents, state from report_counts
    where ${own} and axis = ${axis} and ${matches}
    union all
    select ${axes[axis]}, ${grouped}, count, count * amount, state from report_deltas where ${own} and ${matches}`
}

const monthOf = (day: Temporal.PlainDate) => day.toString().slice(0, 7)

/** By month and within the dates: whole months are summed already, what is left of the first and the last month is counted. */
function monthsOf(list: List, group: Group | null): RawBuilder<unknown> {
  if (!list.dates) return cellsOf(list, 'month', group)
  const from = Temporal.PlainDate.from(list.dates.from)
  const to = Temporal.PlainDate.from(list.dates.to)
  const first = from.day === 1 ? from : from.add({ months: 1 }).with({ day: 1 })
  const end = to.day === to.daysInMonth ? to : to.with({ day: 1 }).subtract({ days: 1 })
  // Of one month, so that nothing has to be worked out of each row.
  const counted = (since: Temporal.PlainDate, until: Temporal.PlainDate) => sql`
    select ${monthOf(since)}::text as bucket, ${group ? column(group) : sql`''`} as "group", count(*) as count,
      sum(cents)::bigint as cents, state
    from report_rows
    where ${list.own} and ${list.matches} and day between ${since.toString()} and ${until.toString()}
    group by ${group && group !== 'state' ? sql`${column(group)}, state` : sql`state`}`
  const isBefore = (a: Temporal.PlainDate, b: Temporal.PlainDate) =>
    Temporal.PlainDate.compare(a, b) < 0
  if (monthOf(from) === monthOf(to) && !(from.day === 1 && to.day === to.daysInMonth))
    return counted(from, to)
  const parts = isBefore(first, end)
    ? [
        sql`select * from (${cellsOf(list, 'month', group)}) as whole
          where bucket between ${monthOf(first)} and ${monthOf(end)}`,
      ]
    : []
  if (isBefore(from, first)) parts.push(counted(from, first.subtract({ days: 1 })))
  if (isBefore(end, to)) parts.push(counted(end.add({ days: 1 }), to))
  return sql.join(parts, sql` union all `)
}

/** What was cancelled or ran out earned nobody anything. */
const earned = sql`state not in ('cancelled', 'expired')`

const groupOf = (sort: ReportSort): Group | null =>
  sort === 'product' || sort === 'state' || sort === 'employee' ? sort : null

type Bucket = { group: string; bucket: string; count: number; cents: number }

/** Count and cents; within dates from the buckets of the sort, which then say where a page begins, too. */
async function countRows(tx: Tx, list: List, group: Group | null) {
  const whole = { ...list, matches: sql`true` }
  const [sums, all] = await together([
    list.dates
      ? sql<Bucket>`
          select "group", bucket, sum(count)::bigint as count,
            coalesce(sum(cents) filter (where ${earned}), 0)::bigint as cents
          from (${monthsOf(list, group)}) as cells group by 1, 2 having sum(count) > 0`.execute(tx)
      : sql<Bucket>`
          select '' as "group", '' as bucket, coalesce(sum(count), 0)::bigint as count,
            coalesce(sum(cents) filter (where ${earned}), 0)::bigint as cents
          from (${cellsOf(list, 'all', null)}) as cells`.execute(tx),
    sql<{ count: number }>`
      select coalesce(sum(count), 0)::bigint as count from (${cellsOf(whole, 'all', null)}) as cells`.execute(
      tx,
    ),
  ])
  return {
    count: sums.rows.reduce((sum, { count }) => sum + count, 0),
    cents: sums.rows.reduce((sum, { cents }) => sum + cents, 0),
    all: all.rows[0]!.count,
    buckets: list.dates ? sums.rows : null,
  }
}

async function countFound(tx: Tx, list: List): Promise<{ count: number; cents: number }> {
  const { rows } = await sql<{ count: number; cents: number }>`
    select count(*) as count, coalesce(sum(cents) filter (where ${earned}), 0)::bigint as cents
    from report_rows where ${list.rows}`.execute(tx)
  return rows[0]!
}

/** The same as findStart(), of buckets that are at hand. */
function startOf(buckets: Bucket[], { descending, offset }: ReportAsked): Start {
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  const inOrder = buckets.toSorted(
    (a, b) => compare(a.group, b.group) || compare(a.bucket, b.bucket),
  )
  if (descending) inOrder.reverse()
  let before = 0
  for (const { group, bucket, count } of inOrder) {
    if (before + count > offset) return { group, bucket, before }
    before += count
  }
  throw new Error('A page lies behind the end of its list')
}

const orderOf = ({ sort, descending }: Pick<ReportAsked, 'sort' | 'descending'>) => {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const columns = sort === 'day' ? ['day', 'row_id'] : [sort, 'day', 'row_id']
  return sql.join(columns.map((name) => sql`${sql.ref(name)} ${direction}`))
}

/** Takes all rows that are meant out of one index that finds them, and sorts them. */
async function gather(tx: Tx, list: List, asked: ReportAsked): Promise<string[]> {
  const columns = asked.sort === 'day' ? sql`day` : sql`${column(asked.sort)}, day`
  const [, page] = await together([
    // A look at the table for each row takes ten times as long as passing over rows in an index.
    planBy(tx, ['enable_bitmapscan', 'enable_seqscan'], 'off'),
    sql<{ row_id: string }>`
      with meant as materialized (select row_id, ${columns} from report_rows where ${list.rows})
      select row_id from meant order by ${orderOf(asked)} limit ${asked.limit} offset ${asked.offset}`.execute(
      tx,
    ),
    planBy(tx, ['enable_bitmapscan', 'enable_seqscan'], 'on'),
  ])
  return page.rows.map(({ row_id }) => row_id)
}

type Start = { group: string; bucket: string; before: number }

/** Where the page begins: the last bucket before which no more than `offset` rows are. */
async function findStart(tx: Tx, list: List, asked: ReportAsked): Promise<Start> {
  const { sort, descending, offset } = asked
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const ofAxis = sort === 'name' || sort === 'cents'
  const cells = ofAxis ? cellsOf(list, sort, null) : monthsOf(list, groupOf(sort))
  const { rows } = await sql<Start>`
    select "group", bucket, before::bigint as before
    from (
      select "group", bucket, count, sum(count) over (order by "group" ${direction}, bucket ${direction}) - count as before
      from (
        select "group" collate "C" as "group", bucket collate "C" as bucket, sum(count) as count
        from (${cells}) as cells group by 1, 2 having sum(count) > 0) as buckets) as places
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

const planBy = (tx: Tx, ways: readonly string[], on: 'on' | 'off') =>
  sql`select set_config(name, ${on}, true) from unnest(${[...ways]}::text[]) as name`.execute(tx)

// The planner would rather sort than read in order: it takes every filter for a rare one.
const planBySorting = (tx: Tx, on: 'on' | 'off') =>
  planBy(tx, ['enable_sort', 'enable_incremental_sort', 'enable_bitmapscan', 'enable_seqscan'], on)

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
