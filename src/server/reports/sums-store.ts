import { sql, type Selectable } from 'kysely'
import type { DB } from '../db/tables.ts'
import type { Tx } from '../db/connection.ts'
import { lockNamed } from '../db/lock-named.ts'
import {
  axes,
  axisName,
  bucketOf,
  centsOf,
  dimsOf,
  stepIn,
  stepOf,
  type Base,
} from './axes-store.ts'
import { allOf } from './list-store.ts'
import type { ReportKind } from './rows-store.ts'

// Sums of agencies' lists: report_counts plus the unfolded changes in report_deltas.

export type ReportList = { kind: ReportKind; agencyId: string }

const largeFrom = 10_000 // rows: fewer are counted and sorted one by one
const stepSize = 6_000 // rows; the maximum to skip where a page begins within a step
const largestStep = 2 * stepSize
const stepsAtOnce = 20
const rowsAtOnce = 2_000 // of one statement: it takes 65,535 values

const sumsOf = (tenant: string) => `report sums ${tenant}`

/** Folding runs parallel to folding, not to splits or corrections. Call it before any read. */
const shareSums = (tx: Tx, tenant: string) =>
  lockNamed(tx, tenant, sumsOf(tenant), { shared: true })
const holdSums = (tx: Tx, tenant: string) => lockNamed(tx, tenant, sumsOf(tenant))

const columns = sql`tenant, kind, agency_id, axis, employee, product, state, bucket, count, cents`
const added = sql`
  on conflict (tenant, kind, agency_id, axis, employee, product, state, bucket)
  do update set count = report_counts.count + excluded.count, cents = report_counts.cents + excluded.cents`

/** Changes to fold, and large lists without sums. */
export const toFold = (tenant: string) => sql`
  select 1 from report_deltas where tenant = ${tenant}
  union all select 1 from report_lists where tenant = ${tenant} and not summed`

/** Folds up to `limit` deltas; returns the number. Safe in parallel: each process takes its own deltas. */
export async function foldDeltas(
  tx: Tx,
  tenant: string,
  limit: number,
): Promise<{ folded: number; lists: ReportList[] }> {
  await shareSums(tx, tenant)
  const values = axes.map(
    ({ name, employee, product, state, bucket, cents }) =>
      sql`(${name}, ${employee}, ${product}, ${state}, ${bucket}, ${cents})`,
  )
  const { rows } = await sql<Selectable<DB['report_deltas']>>`
    with gone as (
      delete from report_deltas where tenant = ${tenant} and delta_id = any (array(
        select delta_id from report_deltas where tenant = ${tenant} limit ${limit} for update skip locked))
      returning *
    )
    select * from gone`.execute(tx)
  if (rows.length === 0) return { folded: 0, lists: [] }
  await sql`
    insert into report_counts (${columns})
    select placed.tenant, kind, agency_id, cell.axis, cell.employee, cell.product, cell.state, cell.bucket,
      sum(count)::bigint, sum(count * cell.cents)::bigint
    from (
      select tenants.tenant, gone.*, coalesce(l.summed, false) as summed, case when l.summed then ${stepOf(tenant, 'gone')} else '' end as step
      from tenants cross join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as gone (kind text, agency_id uuid, employee text, product text,
          state text, day date, name text, amount bigint, channel text, tally text, count bigint)
        left join report_lists l on l.tenant = ${tenant} and l.kind = gone.kind and l.agency_id = gone.agency_id
      where tenants.tenant = ${tenant}) as placed
      cross join lateral (values ${sql.join(values)}) as cell (axis, employee, product, state, bucket, cents)
    where placed.summed or cell.axis = 'all'
    group by 1, 2, 3, 4, 5, 6, 7, 8
    order by 2, 3, 4, 5, 6, 7, 8
    ${added}`.execute(tx)
  const lists = Map.groupBy(rows, (row) => JSON.stringify([row.kind, row.agency_id]))
  return {
    folded: rows.length,
    lists: [...lists.values()].map(([one]) => ({
      kind: one!.kind as ReportKind,
      agencyId: one!.agency_id,
    })),
  }
}

/** Sums of emptied lists. */
export async function dropEmptyCounts(
  tx: Tx,
  tenant: string,
  { kind, agencyId }: ReportList,
): Promise<void> {
  await sql`
    delete from report_counts
    where tenant = ${tenant} and kind = ${kind} and agency_id = ${agencyId}::uuid and count = 0 and cents = 0`.execute(
    tx,
  )
}

/** Marks a list as large, if so. */
export async function noteLarge(
  tx: Tx,
  tenant: string,
  { kind, agencyId }: ReportList,
): Promise<void> {
  await sql`
    insert into report_lists (tenant, kind, agency_id)
    select tenant, ${kind}, ${agencyId}::uuid from report_counts
    where tenant = ${tenant} and kind = ${kind} and agency_id = ${agencyId}::uuid and axis = 'all'
    group by tenant having sum(count) > ${largeFrom}
    on conflict do nothing`.execute(tx)
}

export async function listLarge(
  tx: Tx,
  tenant: string,
): Promise<(ReportList & { summed: boolean })[]> {
  const { rows } = await sql<ReportList & { summed: boolean }>`
    select kind, agency_id as "agencyId", summed from report_lists where tenant = ${tenant}`.execute(
    tx,
  )
  return rows
}

/** Lists with rows or sums. */
async function listAll(tx: Tx, tenant: string): Promise<(ReportList & { summed: boolean })[]> {
  const { rows } = await sql<ReportList & { summed: boolean }>`
    select kind, agency_id as "agencyId", coalesce(bool_or(summed), false) as summed
    from (
      select kind, agency_id, false as summed from report_rows where tenant = ${tenant} group by 1, 2
      union all
      select kind, agency_id, false from report_counts where tenant = ${tenant} group by 1, 2
      union all
      select kind, agency_id, summed from report_lists where tenant = ${tenant}) as lists
    group by 1, 2`.execute(tx)
  return rows
}

/** Builds a large list's sums. */
export async function sumList(tx: Tx, tenant: string, list: ReportList): Promise<void> {
  await holdSums(tx, tenant)
  await sql`
    update report_lists set summed = true
    where tenant = ${tenant} and kind = ${list.kind} and agency_id = ${list.agencyId}::uuid`.execute(
    tx,
  )
  await partStep(tx, tenant, list, { from: '', to: null })
  await correctList(tx, tenant, list, bases)
}

/** What is corrected at once; everything without names and month. */
type Slice = { names?: Range; month?: string }
type Range = { from: string; to: string | null } // of names; `to` is exclusive

/** A large list's oversized steps. */
async function listLargeSteps(
  tx: Tx,
  tenant: string,
  { kind, agencyId }: ReportList,
): Promise<Range[]> {
  const { rows } = await sql<Range>`
    select bucket as "from", (
      select min(step) from report_steps s
      where s.tenant = ${tenant} and s.kind = ${kind} and s.agency_id = ${agencyId}::uuid and s.step > bucket) as "to"
    from report_counts
    where tenant = ${tenant} and kind = ${kind} and agency_id = ${agencyId}::uuid and axis = 'name' and count > ${largestStep}`.execute(
    tx,
  )
  return rows
}

const within = ({ from, to }: Range, column: string) =>
  to === null
    ? sql`${sql.ref(column)} >= ${from}`
    : sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${to}`

/**
 * Splits a step into normal ones; returns the number. Of unsplittable rows with one name it reads two. A new step begins with
 * the shortest prefix that separates two names, so it is rarely a whole name.
 */
export async function partStep(
  tx: Tx,
  tenant: string,
  { kind, agencyId }: ReportList,
  range: Range,
  size = stepSize,
): Promise<number> {
  const own = sql`tenant = ${tenant} and kind = ${kind} and agency_id = ${agencyId}::uuid and ${within(range, 'name')}`
  const { rows } = await sql<{ step: string }>`
    with places as (
      select name, lag(name) over w as before, row_number() over w as place, row_number() over w / ${size}::int as part from report_rows
      where ${own} and (select min(name) < max(name) from report_rows where ${own})
      window w as (order by name)
    ), edges as (
      select distinct on (part) name, before from places where name > before order by part, place desc
    )
    select distinct (
      select left(name, n) from generate_series(1, length(name)) as n where left(name, n) collate "C" > before order by n limit 1) as step
    from edges`.execute(tx)
  let parted = 0
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const steps = rows.slice(from, from + rowsAtOnce).map(({ step }) => step)
    const { numInsertedOrUpdatedRows = 0n } = await tx
      .insertInto('report_steps')
      .values(steps.map((step) => ({ tenant, kind, agency_id: agencyId, step })))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    parted += Number(numInsertedOrUpdatedRows)
  }
  return parted
}

/** Splits a large list's oversized steps and sums the new ones. */
export async function partLargeSteps(tx: Tx, tenant: string, list: ReportList): Promise<void> {
  if ((await listLargeSteps(tx, tenant, list)).length === 0) return
  await holdSums(tx, tenant)
  for (const step of await listLargeSteps(tx, tenant, list))
    if ((await partStep(tx, tenant, list, step)) > 0)
      for (const base of stepped) await correctBase(tx, tenant, list, base, { names: step })
}

const bases = Object.keys(dimsOf) as Base[]
const stepped = bases.filter((base) => base.startsWith('name'))

const letters = { e: 'employee', p: 'product', s: 'state' } as const
type Letter = keyof typeof letters

/** One pass sums all axes of a base: each is a grouping set. */
function setsOf(base: Base) {
  const used = (['e', 'p', 's'] as const).filter((one) =>
    dimsOf[base].some((dims) => dims.includes(one)),
  )
  const sets = dimsOf[base].map(
    (dims) =>
      sql`(${sql.join([sql`bucket`, ...[...dims].map((one) => sql.ref(letters[one as Letter]))])})`,
  )
  // grouping() has a bit per absent column, the last column's lowest.
  const names = dimsOf[base].map((dims) => {
    const without = used.reduce((bits, one) => bits * 2 + (dims.includes(one) ? 0 : 1), 0)
    return sql`when ${without}::int then ${axisName(base, dims)}::text`
  })
  const column = (one: Letter) =>
    used.includes(one) ? sql`coalesce(${sql.ref(letters[one])}, '*')` : sql`'*'`
  return {
    axis:
      used.length === 0
        ? sql`${axisName(base, '')}::text`
        : sql`case grouping(${sql.join(used.map((one) => sql.ref(letters[one])))}) ${sql.join(names, sql` `)} end`,
    columns: sql`${column('e')} as employee, ${column('p')} as product, ${column('s')} as state`,
    by: sql`grouping sets (${sql.join(sets)})`,
  }
}

/**
 * Corrects a list's sums along one base; returns the wrong cells. Rows and sums are read in one snapshot, under holdSums(). A
 * slice is some names (axes by step) or one month (axes by day or month).
 */
async function correctBase(
  tx: Tx,
  tenant: string,
  { kind, agencyId }: ReportList,
  base: Base,
  { names, month }: Slice,
): Promise<number> {
  const own = sql`tenant = ${tenant} and kind = ${kind} and agency_id = ${agencyId}::uuid`
  const inNames = (column: string) => (names ? within(names, column) : null)
  // Dates only: comparing with a timestamp would not use the index under row security.
  const inMonth = month
    ? sql`day between ${`${month}-01`}::date and (${`${month}-01`}::date + interval '1 month - 1 day')::date`
    : null
  const step = base.startsWith('name')
    ? stepIn(sql`array(select step from report_steps where ${own} order by step)`)
    : sql`''`
  const { axis, columns: grouped, by } = setsOf(base)
  const { rows } = await sql<Cell>`
    with side as (
      select kind, agency_id, employee, product, state, day, name, cents as amount, channel, tally, 1 as change
      from report_rows where ${allOf([own, inNames('name'), inMonth])}
      union all
      select kind, agency_id, employee, product, state, day, name, amount, channel, tally, -count
      from report_deltas where ${allOf([own, inNames('name'), inMonth])}
    )
      select axis, employee, product, state, bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
      from (
        select ${axis} as axis, ${grouped}, bucket, sum(change) as count, sum(change * cents) as cents
        from (
          select employee, product, ${base === 'tally' ? sql`tally` : sql`state`} as state, ${bucketOf[base]} as bucket,
            ${centsOf(base)} as cents, change
          from (select side.*, ${step} as step from side) as placed) as cells
        group by ${by}
        union all
        select axis, employee, product, state, bucket, -count, -cents
        from (
          select *, ${base === 'name' ? sql`bucket` : sql`substr(bucket, strpos(bucket, ' ') + 1)`} as step
          from report_counts
          where ${own} and axis = any (${dimsOf[base].map((dims) => axisName(base, dims))}::text[])) as kept
        where ${allOf([inNames('step'), month ? sql`${monthIn(base)} = ${month}` : null])}) as sides
      group by 1, 2, 3, 4, 5 having sum(count) <> 0 or sum(cents) <> 0
      order by 1, 2, 3, 4, 5`.execute(tx)
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const values = rows.slice(from, from + rowsAtOnce).map(
      (one) =>
        sql`(${tenant}, ${kind}, ${agencyId}::uuid, ${one.axis}, ${one.employee}, ${one.product}, ${one.state}, ${one.bucket},
            ${one.count}, ${one.cents})`,
    )
    await sql`insert into report_counts (${columns}) values ${sql.join(values)} ${added}`.execute(
      tx,
    )
  }
  return rows.length
}

type Cell = Pick<
  Selectable<DB['report_counts']>,
  'axis' | 'employee' | 'product' | 'state' | 'bucket' | 'count' | 'cents'
>

/** Position of the month in a base's bucket. */
const monthIn = (base: Base) =>
  base === 'cents' ? sql`substr(bucket, 14, 7)` : sql`left(bucket, 7)`

/** Slices corrected one by one, so that none is long or sorts on disk: months (also of wrong sums), and groups of name steps. */
async function slicesOf(
  tx: Tx,
  tenant: string,
  { kind, agencyId }: ReportList,
  base: Base,
): Promise<Slice[]> {
  const own = sql`tenant = ${tenant} and kind = ${kind} and agency_id = ${agencyId}::uuid`
  if (base === 'all') return [{}]
  if (base === 'name') {
    const { rows } = await sql<{ step: string }>`
      select step from (
        select step, row_number() over (order by step) as place from report_steps where ${own}) as steps
      where place % ${stepsAtOnce} = 0 order by step`.execute(tx)
    const edges = ['', ...rows.map(({ step }) => step)]
    return edges.map((from, i) => ({ names: { from, to: edges[i + 1] ?? null } }))
  }
  const { rows } = await sql<{ month: string }>`
    select to_char(day, 'YYYY-MM') as month from (select distinct day from report_rows where ${own}) as days
    union
    select to_char(day, 'YYYY-MM') from report_deltas where ${own}
    union
    select ${monthIn(base)} from report_counts
    where ${own} and axis = any (${dimsOf[base].map((dims) => axisName(base, dims))}::text[])`.execute(
    tx,
  )
  return rows
}

async function correctList(
  tx: Tx,
  tenant: string,
  list: ReportList,
  along: readonly Base[],
): Promise<number> {
  let cells = 0
  for (const base of along)
    for (const slice of await slicesOf(tx, tenant, list, base))
      cells += await correctBase(tx, tenant, list, base, slice)
  return cells
}

/** Corrects a tenant's wrong sums; returns the number of cells. Safe beside writers. */
export async function correctCounts(tx: Tx, tenant: string): Promise<number> {
  await holdSums(tx, tenant)
  let cells = 0
  for (const { summed, ...list } of await listAll(tx, tenant)) {
    cells += await correctList(tx, tenant, list, summed ? bases : ['all'])
    await noteLarge(tx, tenant, list)
  }
  return cells
}
