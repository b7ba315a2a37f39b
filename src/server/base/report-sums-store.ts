import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'
import { axes, stepOf, type Axis } from './report-axes.ts'
import type { ReportKind } from './report-store.ts'

// The sums of the agencies' lists. What changes is in report_deltas until it is folded into report_counts; whoever reads adds both.

export type ReportList = { kind: ReportKind; agencyId: string }

const largeFrom = 10_000 // rows: fewer are counted and sorted one by one
const stepSize = 6_000 // rows; as many are passed over at the most where a page begins within a step
const largestStep = 2 * stepSize

const lock = (tenant: string) => sql`hashtextextended(${`report sums ${tenant}`}, 0)`

/** Folding goes on beside folding, but not while steps are parted or sums corrected. To be called before anything is read. */
const shareSums = (tx: Tx, tenant: string) =>
  sql`select pg_advisory_xact_lock_shared(${lock(tenant)})`.execute(tx)
const holdSums = (tx: Tx, tenant: string) =>
  sql`select pg_advisory_xact_lock(${lock(tenant)})`.execute(tx)

const columns = sql`tenant, kind, agency_id, axis, employee, product, state, bucket, count, cents`
const added = sql`
  on conflict (tenant, kind, agency_id, axis, employee, product, state, bucket)
  do update set count = report_counts.count + excluded.count, cents = report_counts.cents + excluded.cents`

/** Folds up to `limit` deltas into the sums; answers how many. Several processes may fold at once: each takes deltas of its own. */
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
  const { rows } = await sql<ReportList & { folded: number }>`
    with gone as (
      delete from report_deltas where tenant = ${tenant} and delta_id = any (array(
        select delta_id from report_deltas where tenant = ${tenant} limit ${limit} for update skip locked))
      returning *
    ), placed as (
      select gone.*, coalesce(l.summed, false) as summed, case when l.summed then ${stepOf(tenant, 'gone')} else '' end as step
      from gone left join report_lists l on l.tenant = ${tenant} and l.kind = gone.kind and l.agency_id = gone.agency_id
    ), folded as (
      insert into report_counts (${columns})
      select tenant, kind, agency_id, cell.axis, cell.employee, cell.product, cell.state, cell.bucket,
        sum(count)::bigint, sum(count * cell.cents)::bigint
      from placed cross join lateral (values ${sql.join(values)}) as cell (axis, employee, product, state, bucket, cents)
      where placed.summed or cell.axis = 'all'
      group by 1, 2, 3, 4, 5, 6, 7, 8
      order by 2, 3, 4, 5, 6, 7, 8
      ${added}
    )
    select kind, agency_id as "agencyId", count(*)::int as folded from gone group by 1, 2`.execute(
    tx,
  )
  return { folded: rows.reduce((sum, { folded }) => sum + folded, 0), lists: rows }
}

/** Sums of a list that nothing is left of. */
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

/** Notes the list as a large one, where it is. */
export async function noteLarge(
  tx: Tx,
  tenant: string,
  { kind, agencyId }: ReportList,
): Promise<void> {
  await sql`
    insert into report_lists (tenant, kind, agency_id)
    select ${tenant}, ${kind}, ${agencyId}::uuid from report_counts
    where tenant = ${tenant} and kind = ${kind} and agency_id = ${agencyId}::uuid and axis = 'all'
    having sum(count) > ${largeFrom}
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

/** The lists that have rows or sums. */
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

/** Gives a large list its sums. */
export async function sumList(tx: Tx, tenant: string, list: ReportList): Promise<void> {
  await holdSums(tx, tenant)
  await sql`
    update report_lists set summed = true
    where tenant = ${tenant} and kind = ${list.kind} and agency_id = ${list.agencyId}::uuid`.execute(
    tx,
  )
  await partStep(tx, tenant, list, { from: '', to: null })
  await correctList(tx, tenant, list, axes)
}

type Range = { from: string; to: string | null } // of names; `to` is the first after it

/** The steps of a large list that have grown too large. */
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
 * Parts a step into some of the usual size; answers how many. Of rows of one name, which cannot be parted, it reads two. A new step
 * begins with the shortest beginning that parts two names, so that it is nobody's whole name as a rule.
 */
export async function partStep(
  tx: Tx,
  tenant: string,
  { kind, agencyId }: ReportList,
  range: Range,
  size = stepSize,
): Promise<number> {
  const own = sql`tenant = ${tenant} and kind = ${kind} and agency_id = ${agencyId}::uuid and ${within(range, 'name')}`
  const { rows } = await sql<{ parted: number }>`
    with places as (
      select name, lag(name) over w as before, row_number() over w as place, row_number() over w / ${size}::int as part from report_rows
      where ${own} and (select min(name) < max(name) from report_rows where ${own})
      window w as (order by name)
    ), edges as (
      select distinct on (part) name, before from places where name > before order by part, place desc
    ), parted as (
      insert into report_steps (tenant, kind, agency_id, step)
      select ${tenant}, ${kind}, ${agencyId}::uuid,
        (select left(name, n) from generate_series(1, length(name)) as n where left(name, n) collate "C" > before order by n limit 1)
      from edges on conflict do nothing returning 1
    )
    select count(*)::int as parted from parted`.execute(tx)
  return rows[0]!.parted
}

/** Parts the steps of a large list that have grown too large, and sums the new ones. */
export async function partLargeSteps(tx: Tx, tenant: string, list: ReportList): Promise<void> {
  if ((await listLargeSteps(tx, tenant, list)).length === 0) return
  await holdSums(tx, tenant)
  for (const step of await listLargeSteps(tx, tenant, list))
    if ((await partStep(tx, tenant, list, step)) > 0)
      await correctList(tx, tenant, list, stepped, step)
}

const stepped = axes.filter(({ base }) => base.startsWith('name'))

/**
 * What the sums of a list along one axis differ by from its rows, added to them; answers in how many cells. Both are read in one look,
 * under holdSums(). `names`: of an axis by steps of names, and there only these.
 */
async function correctAxis(
  tx: Tx,
  tenant: string,
  { kind, agencyId }: ReportList,
  { name, base, employee, product, state, bucket, cents }: Axis,
  names: Range | null,
): Promise<number> {
  const own = sql`tenant = ${tenant} and kind = ${kind} and agency_id = ${agencyId}::uuid`
  const inNames = (column: string) => (names ? within(names, column) : sql`true`)
  const steps = base.startsWith('name')
    ? sql`select name, ${stepOf(tenant, 'names')} as step from (
        select distinct kind, agency_id, name from side) as names`
    : sql`select null::text collate "C" as name, '' as step where false`
  const { rows } = await sql<{ cells: number }>`
    with side as (
      select kind, agency_id, employee, product, state, day, name, cents as amount, channel, tally, 1 as change
      from report_rows where ${own} and ${inNames('name')}
      union all
      select kind, agency_id, employee, product, state, day, name, amount, channel, tally, -count
      from report_deltas where ${own} and ${inNames('name')}
    ), steps as materialized (${steps}
    ), differing as (
      select employee, product, state, bucket, sum(count)::bigint as count, sum(cents)::bigint as cents
      from (
        select ${employee} as employee, ${product} as product, ${state} as state, ${bucket} as bucket, sum(change) as count,
          sum(change * ${cents}) as cents
        from (select side.*, step from side left join steps on steps.name = side.name) as placed
        group by 1, 2, 3, 4
        union all
        select employee, product, state, bucket, -count, -cents
        from (
          select *, ${base === 'name' ? sql`bucket` : sql`substr(bucket, strpos(bucket, ' ') + 1)`} as step
          from report_counts where ${own} and axis = ${name}) as kept
        where ${inNames('step')}) as sides
      group by 1, 2, 3, 4 having sum(count) <> 0 or sum(cents) <> 0
    ), corrected as (
      insert into report_counts (${columns})
      select ${tenant}, ${kind}, ${agencyId}::uuid, ${name}, employee, product, state, bucket, count, cents from differing
      order by 5, 6, 7, 8
      ${added}
    )
    select count(*)::int as cells from differing`.execute(tx)
  return rows[0]!.cells
}

async function correctList(
  tx: Tx,
  tenant: string,
  list: ReportList,
  along: readonly Axis[],
  names: Range | null = null,
): Promise<number> {
  let cells = 0
  for (const axis of along) cells += await correctAxis(tx, tenant, list, axis, names)
  return cells
}

/** Sets the sums of a tenant right that differ from the rows; answers in how many cells. Others may write meanwhile. */
export async function correctCounts(tx: Tx, tenant: string): Promise<number> {
  await holdSums(tx, tenant)
  let cells = 0
  for (const { summed, ...list } of await listAll(tx, tenant)) {
    cells += await correctList(tx, tenant, list, summed ? axes : axes.slice(0, 1))
    await noteLarge(tx, tenant, list)
  }
  return cells
}
