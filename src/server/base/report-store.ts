import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'

export const reportKinds = ['orders', 'rewards', 'referrals', 'leads', 'recommenders'] as const
export type ReportKind = (typeof reportKinds)[number]

// The views say what a row of each kind is made of (migration 0027).
const views: Record<ReportKind, { view: RawBuilder<unknown>; id: 'text' | 'uuid' }> = {
  orders: { view: sql`orders_to_report`, id: 'text' },
  rewards: { view: sql`rewards_to_report`, id: 'uuid' },
  referrals: { view: sql`referrals_to_report`, id: 'text' },
  leads: { view: sql`leads_to_report`, id: 'text' },
  recommenders: { view: sql`recommenders_to_report`, id: 'uuid' },
}

const rowColumns = sql`agency_id, employee, product, state, day, name, cents`

/** What a change of rows does to the sums; `prefix` is old or new. */
const cellOf = (prefix: 'old' | 'new') => {
  const of = sql.raw(prefix)
  const as = sql.raw(prefix)
  return sql`${of}.agency_id as ${as}_agency, ${of}.employee as ${as}_employee, ${of}.product as ${as}_product,
    ${of}.state as ${as}_state, to_char(${of}.day, 'YYYY-MM') as ${as}_month, left(${of}.name, 1) as ${as}_letter,
    ${of}.cents as ${as}_amount`
}

/** Adds to the sums what the rows of `written` (with cellOf both) became, and takes away what they were. */
const insertDeltas = (tenant: string, kind: RawBuilder<unknown>, gone: RawBuilder<unknown>) => sql`
  insert into report_deltas (tenant, kind, agency_id, employee, product, state, month, letter, amount, count)
  select ${tenant}, kind, agency_id, employee, product, state, month, letter, amount, sum(change)
  from (
    select ${kind} as kind, new_agency as agency_id, new_employee as employee, new_product as product, new_state as state,
      new_month as month, new_letter as letter, new_amount as amount, 1 as change from written
    union all
    select ${kind}, old_agency, old_employee, old_product, old_state, old_month, old_letter, old_amount, -1
    from written where old_agency is not null
    ${gone}) as changes
  group by kind, agency_id, employee, product, state, month, letter, amount
  having sum(change) <> 0`

/**
 * Makes the rows of the agencies' lists what their subjects are now: called in the transaction that changed them, by whoever holds
 * their lock, after the change. Of what belongs to no agency nothing is written. The sums follow from the very rows that are
 * replaced, so that they stay exact whoever writes at the same time; they are added as rows of their own, and nobody waits.
 */
export async function recordReport(
  tx: Tx,
  tenant: string,
  kind: ReportKind,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const { view, id } = views[kind]
  const all = [...ids]
  // Locked before they are read: else whoever waits here for somebody who just deleted the account would write its name again.
  const locked = sql`
    select from report_rows where tenant = ${tenant} and kind = ${kind} and row_id = any (${all}::text[])
    order by row_id for no key update`.execute(tx)
  const written = sql`
    with fresh as (
      select row_id, ${rowColumns} from ${view}
      where tenant = ${tenant} and id = any (${all}::${sql.raw(id)}[])
    ), written as (
      insert into report_rows (tenant, kind, row_id, ${rowColumns})
      select ${tenant}, ${kind}, row_id, ${rowColumns} from fresh order by row_id
      on conflict (tenant, kind, row_id) do update set agency_id = excluded.agency_id, employee = excluded.employee,
        product = excluded.product, state = excluded.state, day = excluded.day, name = excluded.name, cents = excluded.cents
      where (report_rows.agency_id, report_rows.employee, report_rows.product, report_rows.state, report_rows.day, report_rows.name,
          report_rows.cents)
        is distinct from (excluded.agency_id, excluded.employee, excluded.product, excluded.state, excluded.day, excluded.name,
          excluded.cents)
      returning ${cellOf('old')}, ${cellOf('new')}
    ), gone as (
      delete from report_rows
      where tenant = ${tenant} and kind = ${kind} and row_id = any (${all}::text[]) and row_id not in (select row_id from fresh)
      returning ${cellOf('old')}
    )
    ${insertDeltas(
      tenant,
      sql`${kind}`,
      sql`union all select ${kind}, old_agency, old_employee, old_product, old_state, old_month, old_letter, old_amount, -1 from gone`,
    )}`.execute(tx)
  await together([locked, written])
}

/** After a change of an account: its name in all of its rows, and nothing else of them, because their subjects are not locked. */
export async function recordReportNames(tx: Tx, tenant: string, accountId: string): Promise<void> {
  const parts = reportKinds.map(
    (kind) => sql`
      select ${kind} as kind, row_id, name from ${views[kind].view}
      where tenant = ${tenant} and account_id = ${accountId}`,
  )
  await sql`
    with named as (${sql.join(parts, sql` union all `)}), written as (
      update report_rows set name = named.name from named
      where report_rows.tenant = ${tenant} and report_rows.kind = named.kind and report_rows.row_id = named.row_id
        and report_rows.name <> named.name
      returning report_rows.kind as kind_of, ${cellOf('old')}, ${cellOf('new')}
    )
    ${insertDeltas(tenant, sql`kind_of`, sql``)}`.execute(tx)
}

// The axes that sums are kept along, and the bucket of a delta on each.
export const axes = {
  all: sql`''`,
  month: sql`month`,
  name: sql`letter`,
  cents: sql`lpad(amount::text, 12, '0')`,
} as const

/** Folds up to `limit` deltas into the sums; answers how many. Several processes may fold at once: each takes deltas of its own. */
export async function foldDeltas(tx: Tx, tenant: string, limit: number): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with gone as (
      delete from report_deltas where tenant = ${tenant} and delta_id = any (array(
        select delta_id from report_deltas where tenant = ${tenant} limit ${limit} for update skip locked))
      returning *
    ), folded as (
      insert into report_counts (tenant, kind, agency_id, axis, bucket, employee, product, state, count, cents)
      select tenant, kind, agency_id, axis, bucket, employee, product, state, sum(count)::bigint, sum(count * amount)::bigint
      from gone cross join lateral (values ('all', ${axes.all}), ('month', ${axes.month}), ('name', ${axes.name}),
        ('cents', ${axes.cents})) as axes (axis, bucket)
      group by tenant, kind, agency_id, axis, bucket, employee, product, state
      order by kind, agency_id, axis, bucket, employee, product, state
      on conflict (tenant, kind, agency_id, axis, bucket, employee, product, state)
      do update set count = report_counts.count + excluded.count, cents = report_counts.cents + excluded.cents
    )
    select count(*)::int as folded from gone`.execute(tx)
  return rows[0]!.folded
}

/** Sums that nothing is left of. */
export async function dropEmptyCounts(tx: Tx, tenant: string): Promise<void> {
  await sql`delete from report_counts where tenant = ${tenant} and count = 0 and cents = 0`.execute(
    tx,
  )
}

/** The ids of a kind that have or should have a row, after `after`; their subjects are locked by lockSubjects(). */
export async function listReportIds(
  tx: Tx,
  tenant: string,
  kind: ReportKind,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ row_id: string }>`
    select row_id collate "C" as row_id from ${views[kind].view} where tenant = ${tenant} and row_id collate "C" > ${after}
    union
    select row_id from report_rows where tenant = ${tenant} and kind = ${kind} and row_id > ${after}
    order by row_id limit ${limit}`.execute(tx)
  return rows.map((row) => row.row_id)
}

const subjects: Record<ReportKind, { table: string; key: string }> = {
  orders: { table: 'orders', key: 'number' },
  rewards: { table: 'rewards', key: 'reward_id' },
  referrals: { table: 'referrals', key: 'number' },
  leads: { table: 'recipients', key: 'number' },
  recommenders: { table: 'accounts', key: 'account_id' },
}

/** What the rows tell of, locked, so that nobody changes it while they are written anew. */
export async function lockSubjects(
  tx: Tx,
  tenant: string,
  kind: ReportKind,
  ids: readonly string[],
): Promise<void> {
  const { table, key } = subjects[kind]
  await sql`
    select from ${sql.table(table)}
    where tenant = ${tenant} and ${sql.ref(key)} = any (${[...ids]}::${sql.raw(views[kind].id)}[])
    order by ${sql.ref(key)} for no key update`.execute(tx)
}

/** What the sums differ by from the rows, written as deltas; answers in how many cells. Both are read in one look. */
export async function correctCounts(tx: Tx, tenant: string): Promise<number> {
  const { rows } = await sql<{ cells: number }>`
    with cells as (
      select kind, agency_id, axis, bucket, employee, product, state, sum(count)::bigint as count, sum(cents)::bigint as cents
      from (
        select kind, agency_id, axis, bucket, employee, product, state, -count as count, -cents as cents
        from report_counts where tenant = ${tenant}
        union all
        select kind, agency_id, axis, bucket, employee, product, state, -count, -count * amount
        from report_deltas cross join lateral (values ('all', ${axes.all}), ('month', ${axes.month}), ('name', ${axes.name}),
          ('cents', ${axes.cents})) as axes (axis, bucket)
        where tenant = ${tenant}
        union all
        select kind, agency_id, axis, bucket, employee, product, state, 1, cents
        from report_rows cross join lateral (values ('all', ''), ('month', to_char(day, 'YYYY-MM')), ('name', left(name, 1)),
          ('cents', lpad(cents::text, 12, '0'))) as axes (axis, bucket)
        where tenant = ${tenant}) as sides
      group by kind, agency_id, axis, bucket, employee, product, state
      having sum(count) <> 0 or sum(cents) <> 0
    ), corrected as (
      insert into report_counts (tenant, kind, agency_id, axis, bucket, employee, product, state, count, cents)
      select ${tenant}, kind, agency_id, axis, bucket, employee, product, state, count, cents from cells
      order by kind, agency_id, axis, bucket, employee, product, state
      on conflict (tenant, kind, agency_id, axis, bucket, employee, product, state)
      do update set count = report_counts.count + excluded.count, cents = report_counts.cents + excluded.cents
    )
    select count(*)::int as cells from cells`.execute(tx)
  return rows[0]!.cells
}
