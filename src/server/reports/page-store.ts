import { sql } from 'kysely'
import { isEarned } from './axes-store.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import {
  findBuckets,
  findDay,
  groupOf,
  hasBuckets,
  joinPeople,
  type Bucket,
} from './buckets-store.ts'
import {
  allOf,
  listOf,
  type List,
  type ReportAsked,
  type ReportScope,
  type ReportSort,
} from './list-store.ts'

// Pages of agencies' lists. In a large list, sums locate the month, amount or name step of a page, so that nothing before it is
// read. Short lists and search results are counted and sorted row by row. Measured in bench/parts/reports.ts.

const gathered = 3_000 // rows sorted rather than skipped in an index
const mostGathered = 20_000 // without sums
const shortSkip = 200 // rows skipped rather than located by day
const mostLookedThrough = 50_000 // rows; an agency's total of years (decision 355)
const column = (sort: ReportSort) => sql.ref(sort)

/** Exact count and cents of the filter, and the page's ids in order. */
export async function findReportPage(
  tx: Tx,
  tenant: string,
  scope: ReportScope,
  wanted: ReportAsked,
): Promise<{ ids: string[]; count: number; cents: number }> {
  const list = listOf(tenant, scope, wanted.filter)
  if (list.isEmpty) return { ids: [], count: 0, cents: 0 }
  const asked =
    wanted.sort === 'employee'
      ? { ...wanted, employees: await listByName(tx, tenant, scope) }
      : wanted
  if (asked.filter.found) {
    const { count, cents } = await countFound(tx, list)
    return { ids: asked.offset < count ? await gather(tx, list, asked) : [], count, cents }
  }
  const isBucketed = hasBuckets(list, asked.sort)
  const [isSummed, { count, cents, buckets }] = await together([
    () => hasSums(tx, list),
    () => findBuckets(tx, tenant, list, isBucketed ? asked : { ...asked, sort: 'day' }),
  ])
  if (!isSummed) {
    const [found, ids] = await together([() => countFound(tx, list), () => gather(tx, list, asked)])
    return { ids, ...found }
  }
  if (asked.offset >= count) return { ids: [], count, cents }
  return { ids: await readPage(tx, list, asked, count, isBucketed ? buckets : null), count, cents }
}

function readPage(
  tx: Tx,
  list: List,
  asked: ReportAsked,
  count: number,
  buckets: Bucket[] | null,
): Promise<string[]> {
  if (!buckets) {
    if (count <= (asked.gathered ?? mostGathered)) return gather(tx, list, asked)
    return walk(tx, list, asked, null)
  }
  if (asked.sort !== 'name' && !(list.isMixed && count <= (asked.gathered ?? mostGathered)))
    return readRuns(tx, list, asked, buckets)
  return asked.sort !== 'name' || count <= (asked.gathered ?? gathered)
    ? gather(tx, list, asked)
    : walk(tx, list, asked, buckets[0]!)
}

/** Whether an agency's list is too long to scan. */
export async function isLong(tx: Tx, tenant: string, scope: ReportScope): Promise<boolean> {
  const { own } = listOf(tenant, scope, {})
  const { rows } = await sql`
    select from report_counts
    where ${own} and axis = 'all' having sum(count) > ${mostLookedThrough}`.execute(tx)
  return rows.length > 0
}

async function hasSums(tx: Tx, { own }: List): Promise<boolean> {
  const { rows } = await sql`select from report_lists where ${own} and summed`.execute(tx)
  return rows.length > 0
}

async function countFound(tx: Tx, list: List): Promise<{ count: number; cents: number }> {
  const { rows } = await sql<{ count: number; cents: number }>`
    select count(*) as count,
      coalesce(sum(cents) filter (where ${isEarned}), 0)::bigint as cents
    from report_rows where ${list.rows}`.execute(tx)
  return rows[0]!
}

const directionOf = (descending: boolean) => sql.raw(descending ? 'desc' : 'asc')

const orderOf = ({ sort, descending }: Pick<ReportAsked, 'sort' | 'descending'>) => {
  const columns = sort === 'day' ? ['day', 'row_id'] : [sort, 'day', 'row_id']
  return sql.join(columns.map((name) => sql`${sql.ref(name)} ${directionOf(descending)}`))
}

/** The agency's users by last name, for sorting. */
async function listByName(tx: Tx, tenant: string, { agencyId }: ReportScope): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select user_id::text as id from agency_users where tenant = ${tenant} and agency_id = ${agencyId}::uuid
    order by fold_name(first_name, last_name) collate "C", user_id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Fetches all rows from one matching index and sorts them. */
async function gather(tx: Tx, list: List, asked: ReportAsked): Promise<string[]> {
  const columns = asked.sort === 'day' ? sql`day` : sql`${column(asked.sort)}, day`
  const [, page] = await together([
    // A heap fetch per row takes ten times as long as skipping in an index.
    () => planBy(tx, ['enable_bitmapscan', 'enable_seqscan'], 'off'),
    () =>
      sql<{ row_id: string }>`
      with meant as materialized (select row_id, ${columns} from report_rows where ${list.rows})
      select row_id from meant ${asked.employees ? joinPeople(asked.employees, sql`meant.employee`) : sql``}
      order by ${asked.employees ? sql`coalesce(people.place, 0) ${directionOf(asked.descending)},` : sql``} ${orderOf(asked)}
      limit ${asked.limit} offset ${asked.offset}`.execute(tx),
    () => planBy(tx, ['enable_bitmapscan', 'enable_seqscan'], 'on'),
  ])
  return page.rows.map(({ row_id }) => row_id)
}

/** Rows of one product, state, employee or amount (or all), by day. */
type Run = { group: string; from: string; to: string; skip: number; take: number }

/** Reads the page as consecutive runs: each starts at a day and skips everything between. */
async function readRuns(
  tx: Tx,
  list: List,
  asked: ReportAsked,
  buckets: readonly Bucket[],
): Promise<string[]> {
  const { sort, descending } = asked
  const runs = runsOf(list, asked, buckets)
  const [first] = runs
  if (first && first.skip > (asked.shortSkip ?? shortSkip) && sort !== 'cents') {
    const group = groupOf(sort)
    const equal = group ? { ...list.equal, [group]: [first.group] } : list.equal
    const start = await findDay(tx, list, equal, monthAt(first, descending), {
      descending,
      skip: first.skip,
    })
    if (start) {
      first[descending ? 'to' : 'from'] = start.day
      first.skip -= start.before
    }
  }
  const key = sort === 'day' ? null : column(sort)
  const direction = directionOf(descending)
  const type = sql.raw(sort === 'cents' ? 'bigint' : 'text')
  const all = <K extends keyof Run>(name: K) => runs.map((run) => run[name])
  const [, page] = await together([
    () => planBySorting(tx, 'off'),
    () =>
      sql<{ row_id: string }>`
      select page.row_id
      from unnest(${all('group').map((group) => (sort === 'cents' ? String(Number(group)) : group))}::text[], ${all('from')}::date[], ${all('to')}::date[],
          ${all('skip')}::int[], ${all('take')}::int[]) with ordinality as runs ("group", since, until, skip, take, place)
        cross join lateral (
          select day, row_id from report_rows
          where ${allOf([list.own, ...list.matches, sql`day between runs.since and runs.until`, key && sql`${key} = runs."group"::${type}`])}
          order by day ${direction}, row_id ${direction} limit runs.take offset runs.skip) as page
      order by runs.place, page.day ${direction}, page.row_id ${direction}`.execute(tx),
    () => planBySorting(tx, 'on'),
  ])
  return page.rows.map(({ row_id }) => row_id)
}

function runsOf({ dates }: List, asked: ReportAsked, buckets: readonly Bucket[]): Run[] {
  const { descending, offset, limit } = asked
  const runs: Run[] = []
  for (const { group, bucket, count, before } of buckets) {
    const skip = Math.max(0, offset - before)
    const take = Math.min(count - skip, offset + limit - before - skip)
    const last = runs.at(-1)
    if (last?.group === group) {
      last.take += take
      continue
    }
    const edge = edgeOf(bucket, descending)
    runs.push({
      group,
      from: descending ? (dates?.from ?? '0001-01-01') : later(edge, dates?.from),
      to: descending ? earlier(edge, dates?.to) : (dates?.to ?? '9999-12-31'),
      skip,
      take,
    })
  }
  return runs
}

const later = (a: string, b: string | undefined) => (b !== undefined && b > a ? b : a)
const earlier = (a: string, b: string | undefined) => (b !== undefined && b < a ? b : a)

function edgeOf(month: string, descending: boolean): string {
  const first = Temporal.PlainYearMonth.from(month)
  return first.toPlainDate({ day: descending ? first.daysInMonth : 1 }).toString()
}

/** The month's days of a run's start. */
function monthAt({ from, to }: Run, descending: boolean): { from: string; to: string } {
  const month = (descending ? to : from).slice(0, 7)
  return { from: later(edgeOf(month, false), from), to: earlier(edgeOf(month, true), to) }
}

const planBy = (tx: Tx, ways: readonly string[], on: 'on' | 'off') =>
  sql`select set_config(name, ${on}, true) from unnest(${[...ways]}::text[]) as name`.execute(tx)

// The planner would sort instead of reading in order: it takes every filter for rare.
const planBySorting = (tx: Tx, on: 'on' | 'off') =>
  planBy(tx, ['enable_sort', 'enable_incremental_sort', 'enable_bitmapscan', 'enable_seqscan'], on)

/** Reads by the sort's index, from the page's name step. */
async function walk(
  tx: Tx,
  list: List,
  asked: ReportAsked,
  start: Bucket | null,
): Promise<string[]> {
  // Descending, a step begins where the next one does.
  const next = sql`(select coalesce(min(step), ${last}) from report_steps where ${list.own} and step > ${start?.bucket ?? ''})`
  const bound = !start
    ? null
    : asked.descending
      ? sql`name < ${next}`
      : sql`name >= ${start.bucket}`
  const [, page] = await together([
    () => planBySorting(tx, 'off'),
    () =>
      sql<{ row_id: string }>`
      select row_id from report_rows where ${allOf([list.rows, bound])}
      order by ${orderOf(asked)} limit ${asked.limit} offset ${asked.offset - (start?.before ?? 0)}`.execute(
        tx,
      ),
    () => planBySorting(tx, 'on'),
  ])
  return page.rows.map(({ row_id }) => row_id)
}

/** Sorts after every name, bytewise. */
const last = '\u{10ffff}'

export type ReportKey = { row_id: string; day: string; key: string }

/** The next rows after `after` by the sort's index, to read the whole list (report-file.ts). */
export async function readReportAfter(
  tx: Tx,
  tenant: string,
  scope: ReportScope,
  asked: Omit<ReportAsked, 'offset'>,
  after: ReportKey | null,
): Promise<ReportKey[]> {
  const list = listOf(tenant, scope, asked.filter)
  if (list.isEmpty) return []
  if (asked.sort === 'employee') return readByEmployee(tx, tenant, scope, asked, after)
  const key = column(asked.sort)
  const type = sql.raw({ day: 'date', cents: 'bigint' }[asked.sort as 'day'] ?? 'text')
  const compare = sql.raw(asked.descending ? '<' : '>')
  const next = after
    ? sql`(${key}, day, row_id) ${compare} (${after.key}::${type}, ${after.day}::date, ${after.row_id})`
    : null
  const [, page] = await together([
    () => planBySorting(tx, 'off'),
    () =>
      sql<ReportKey>`
      select row_id, day, ${key}::text as key from report_rows where ${allOf([list.rows, next])}
      order by ${orderOf(asked)} limit ${asked.limit}`.execute(tx),
  ])
  return page.rows
}

/** User by user, as no index has the order of their names. */
async function readByEmployee(
  tx: Tx,
  tenant: string,
  scope: ReportScope,
  asked: Omit<ReportAsked, 'offset'>,
  after: ReportKey | null,
): Promise<ReportKey[]> {
  const own = ['', ...(await listByName(tx, tenant, scope))]
  const order = asked.descending ? own.toReversed() : own
  const rows: ReportKey[] = []
  for (const employee of order.slice(after ? order.indexOf(after.key) : 0)) {
    if (rows.length === asked.limit) break
    if (asked.filter.employee && !asked.filter.employee.includes(employee)) continue
    const filter = { ...asked.filter, employee: [employee] }
    const next = { ...asked, sort: 'day' as const, filter, limit: asked.limit - rows.length }
    const begun = after?.key === employee ? { ...after, key: after.day } : null
    const found = await readReportAfter(tx, tenant, scope, next, begun)
    rows.push(...found.map((row) => ({ ...row, key: employee })))
  }
  return rows
}
