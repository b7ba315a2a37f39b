import { sql, type RawBuilder } from 'kysely'
import {
  axisName,
  bucketOf,
  dimsFrom,
  earned,
  hasAxis,
  stepIn,
  stepOf,
  type Base,
  type Dims,
  isEarned,
} from './axes-store.ts'
import { cutMonths } from '../../domain/cut-months.ts'
import type { Tx } from '../db/connection.ts'
import { allOf, isOneOf, type List, type ReportAsked, type ReportSort } from './list-store.ts'

// Finds where a page of a large list begins: sums have the rows per month, amount or name step. Months cut by the dates are summed
// by day; rows are counted where no sum has the filter.

type Group = 'employee' | 'product' | 'state'
export const groupOf = (sort: ReportSort): Group | null =>
  sort === 'product' || sort === 'state' || sort === 'employee' ? sort : null

/** A bucket with rows of the page; `before`: number of list rows before it. */
export type Bucket = { group: string; bucket: string; count: number; before: number }
export type Buckets = { count: number; cents: number; buckets: Bucket[] }

type Part = { base: Base; from: string | null; to: string | null; isEdge: boolean }

const dimsOf = ({ equal }: List, group: Group | null): Dims =>
  dimsFrom({
    e: equal.employee !== undefined || group === 'employee',
    p: equal.product !== undefined || group === 'product',
    s: equal.state !== undefined || group === 'state',
  })

/** Whether sums locate pages of this list; all have monthly sums, whatever their sort. */
export function hasBuckets(list: List, sort: ReportSort): boolean {
  const dims = dimsOf(list, null)
  if (sort === 'cents') return hasAxis('cents', dims)
  if (sort === 'name') return hasAxis(list.dates ? 'namemonth' : 'name', dims)
  return true
}

/** Count and cents of the filter, and the page's buckets; two of several parallel statements. */
export async function findBuckets(
  tx: Tx,
  tenant: string,
  list: List,
  {
    sort,
    descending,
    offset,
    limit,
    employees,
  }: Pick<ReportAsked, 'sort' | 'descending' | 'offset' | 'limit' | 'employees'>,
): Promise<Buckets> {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const isByPerson = sort === 'employee' && employees !== undefined
  const person = isByPerson ? sql`coalesce(people.place, 0) ${direction},` : sql``
  const { rows } = await sql<Bucket & { total: number; cents: number }>`
    with buckets as materialized (
      select "group" collate "C" as "group", bucket collate "C" as bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
      from (${sql.join(
        partsOf(list, sort).map((part) => cellsOf(tenant, list, sort, part)),
        sql` union all `,
      )}) as cells
      group by 1, 2 having sum(count) <> 0
    ), places as (
      select "group", bucket, count, sum(count) over by_place - count as before, sum(count) over () as total,
        sum(cents) over () as cents
      from buckets ${isByPerson ? joinPeople(employees, sql`"group"`) : sql``}
      window by_place as (order by ${person} "group" ${direction}, bucket ${direction})
    )
    select "group", bucket, count, before::bigint as before, total::bigint as total, cents::bigint as cents from places
    where before = 0 or (before < ${offset + limit} and before + count > ${offset})
    order by before`.execute(tx)
  return {
    count: rows[0]?.total ?? 0,
    cents: rows[0]?.cents ?? 0,
    buckets: rows.filter(({ before, count }) => before + count > offset && before < offset + limit),
  }
}

/** Each user's rank by name in the agency. Unknown users come first. */
export const joinPeople = (employees: readonly string[], column: RawBuilder<unknown>) => sql`
  left join unnest(${[...employees]}::text[]) with ordinality as people (id, place) on people.id = ${column}`

/** The parts of the dates: whole months and the partial first and last one. */
function partsOf({ dates }: List, sort: ReportSort): Part[] {
  const base: Base = sort === 'cents' ? 'cents' : sort === 'name' ? 'namemonth' : 'month'
  const edge: Base = sort === 'cents' ? 'centsday' : sort === 'name' ? 'nameday' : 'day'
  if (!dates)
    return [{ base: sort === 'name' ? 'name' : base, from: null, to: null, isEdge: false }]
  const { whole, edges } = cutMonths(dates)
  return [
    ...(whole ? [{ ...whole, base, isEdge: false }] : []),
    ...edges.map((days) => ({ ...days, base: edge, isEdge: true })),
  ]
}

/** Group, bucket, count and cents of a part; buckets are months or name steps. */
function cellsOf(
  tenant: string,
  list: List,
  sort: ReportSort,
  { base, from, to, isEdge }: Part,
): RawBuilder<unknown> {
  const group = groupOf(sort)
  const dims = dimsOf(list, group)
  const month = isEdge ? sql`${from!.slice(0, 7)}::text` : null
  const grouped = group ? sql.ref(group) : sql`''`
  if (isEdge && !hasAxis(base, dims)) return countRows(list, sort, from!, to!)
  const [keptGroup, keptBucket] = {
    cents: [
      isEdge ? sql`right(bucket, 12)` : sql`left(bucket, 12)`,
      month ?? sql`right(bucket, 7)`,
    ],
    name: [sql`''`, sql`substr(bucket, strpos(bucket, ' ') + 1)`],
    day: [grouped, month ?? sql`bucket`],
  }[sort === 'cents' || sort === 'name' ? sort : 'day'] as [
    RawBuilder<unknown>,
    RawBuilder<unknown>,
  ]
  const [newGroup, newBucket] = {
    cents: [sql`left(${bucketOf.cents}, 12)`, month ?? bucketOf.month],
    name: [sql`''`, bucketOf.name],
    day: [grouped, month ?? bucketOf.month],
  }[sort === 'cents' || sort === 'name' ? sort : 'day'] as [
    RawBuilder<unknown>,
    RawBuilder<unknown>,
  ]
  const length = isEdge ? 10 : 7
  // Of whole months the amount comes first: they are few.
  const place = base === 'cents' ? sql`right(bucket, 7)` : sql`bucket`
  const inDates =
    from === null || to === null
      ? null
      : sql`${place} >= ${from.slice(0, length)} and ${place} < ${`${to.slice(0, length)}~`}`
  const newInDates = from === null ? null : sql`day between ${from} and ${to}`
  const isOf = (column: Group, letter: 'e' | 'p' | 's') =>
    list.equal[column] !== undefined
      ? isOneOf(sql.ref(column), list.equal[column])
      : dims.includes(letter)
        ? null
        : sql`${sql.ref(column)} = '*'`
  return sql`
    select ${keptGroup} as "group", ${base === 'name' ? sql`bucket` : keptBucket} as bucket, count, cents from report_counts
    where ${allOf([list.own, sql`axis = ${axisName(base, dims)}`, isOf('employee', 'e'), isOf('product', 'p'), isOf('state', 's'), inDates])}
    union all
    select ${newGroup}, ${newBucket}, count, count * ${earned}
    from (
      select new.*, ${sort === 'name' ? stepOf(tenant, 'new') : sql`''`} as step from report_deltas new
      where ${allOf([list.own, ...list.matches, newInDates])}) as new`
}

/** For days without sums: counts rows by the filter's index. */
function countRows(list: List, sort: ReportSort, from: string, to: string): RawBuilder<unknown> {
  const month = sql`${from.slice(0, 7)}::text`
  const group = groupOf(sort)
  const [grouped, bucket] = {
    cents: [sql`lpad(cents::text, 12, '0')`, month],
    name: [sql`''`, stepIn(sql`steps.all`)],
    day: [group ? sql.ref(group) : sql`''`, month],
  }[sort === 'cents' || sort === 'name' ? sort : 'day'] as [
    RawBuilder<unknown>,
    RawBuilder<unknown>,
  ]
  const steps =
    sort === 'name'
      ? sql`cross join (select array(select step from report_steps where ${list.own} order by step) as all) as steps`
      : sql``
  return sql`
    select ${grouped} as "group", ${bucket} as bucket, count(*) as count,
      coalesce(sum(cents) filter (where ${isEarned}), 0)::bigint as cents
    from report_rows ${steps}
    where ${allOf([list.own, ...list.matches])} and day between ${from} and ${to} group by 1, 2`
}

/** Rows per day, from sums: of the rows that `equal` names, within one month. */
export async function findDay(
  tx: Tx,
  list: List,
  equal: List['equal'],
  days: { from: string; to: string },
  { descending, skip }: { descending: boolean; skip: number },
): Promise<{ day: string; before: number } | null> {
  const dims = dimsFrom({
    e: equal.employee !== undefined,
    p: equal.product !== undefined,
    s: equal.state !== undefined,
  })
  if (!hasAxis('day', dims)) return null
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const names = ['employee', 'product', 'state'] as const
  const isKept = names.map((name) => isOneOf(sql.ref(name), equal[name] ?? ['*']))
  const isChanged = names.map((name) => (equal[name] ? isOneOf(sql.ref(name), equal[name]) : null))
  const { rows } = await sql<{ day: string; before: number }>`
    select day, before::bigint as before
    from (
      select day, sum(sum(count)) over (order by day ${direction}) - sum(count) as before
      from (
        select bucket as day, count from report_counts
        where ${allOf([list.own, sql`axis = ${axisName('day', dims)}`, ...isKept])}
          and bucket between ${days.from} and ${days.to}
        union all
        select ${bucketOf.day}, count from report_deltas
        where ${allOf([list.own, ...isChanged])}
          and day between ${days.from}::date and ${days.to}::date) as cells
      group by day) as places
    where before <= ${skip} order by before desc limit 1`.execute(tx)
  return rows[0] ?? null
}
