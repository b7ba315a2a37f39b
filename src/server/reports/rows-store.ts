import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'

export const reportKinds = ['orders', 'rewards', 'referrals', 'leads', 'recommenders'] as const
export type ReportKind = (typeof reportKinds)[number]

// The views define the rows of each kind (db/schema/17-reports.sql).
const views: Record<ReportKind, { view: RawBuilder<unknown>; id: 'text' | 'uuid' }> = {
  orders: { view: sql`orders_to_report`, id: 'text' },
  rewards: { view: sql`rewards_to_report`, id: 'uuid' },
  referrals: { view: sql`referrals_to_report`, id: 'text' },
  leads: { view: sql`leads_to_report`, id: 'text' },
  recommenders: { view: sql`recommenders_to_report`, id: 'uuid' },
}

const rowColumns = sql`agency_id, employee, product, state, day, name, cents, channel, tally`

const columnsOf = (table: string) =>
  sql.join(
    ['agency_id', 'employee', 'product', 'state', 'day', 'name', 'cents', 'channel', 'tally'].map(
      (name) => sql.ref(`${table}.${name}`),
    ),
  )

/** Effect of changed rows on the sums; `prefix` is old or new. */
const cellOf = (prefix: 'old' | 'new') => {
  const of = sql.raw(prefix)
  return sql`${of}.agency_id as ${of}_agency, ${of}.employee as ${of}_employee, ${of}.product as ${of}_product,
    ${of}.state as ${of}_state, ${of}.day as ${of}_day, ${of}.name as ${of}_name, ${of}.cents as ${of}_amount,
    ${of}.channel as ${of}_channel, ${of}.tally as ${of}_tally`
}
const cellsOf = (prefix: 'old' | 'new') => {
  const of = sql.raw(prefix)
  return sql`${of}_agency, ${of}_employee, ${of}_product, ${of}_state, ${of}_day, ${of}_name, ${of}_amount, ${of}_channel, ${of}_tally`
}
const deltaColumns = sql`agency_id, employee, product, state, day, name, amount, channel, tally`

/** Adds the new rows of `written` (both cellOf) to the sums and subtracts the old ones. */
const insertDeltas = (tenant: string, kind: RawBuilder<unknown>, gone: RawBuilder<unknown>) => sql`
  insert into report_deltas (tenant, kind, ${deltaColumns}, count)
  select ${tenant}, kind, ${deltaColumns}, sum(change)
  from (
    select ${kind}, ${cellsOf('new')}, 1 from written
    union all
    select ${kind}, ${cellsOf('old')}, -1 from written where old_agency is not null
    ${gone}) as changes (kind, ${deltaColumns}, change)
  group by kind, ${deltaColumns}
  having sum(change) <> 0`

/**
 * Updates list rows from their subjects, in the changing transaction, under its lock and after the change; nothing outside
 * agencies. Sums follow from the replaced rows, so they stay exact under concurrency; deltas are inserted, so nobody waits.
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
  // Locked before reading: otherwise a waiter would rewrite the name of a just deleted account.
  const lock = sql`
    select from report_rows where tenant = ${tenant} and kind = ${kind} and row_id = any (${all}::text[])
    order by row_id for no key update`
  const write = sql`
    with fresh as (
      select row_id, ${rowColumns} from ${view}
      where tenant = ${tenant} and id = any (${all}::${sql.raw(id)}[])
    ), written as (
      insert into report_rows (tenant, kind, row_id, ${rowColumns})
      select ${tenant}, ${kind}, row_id, ${rowColumns} from fresh order by row_id
      on conflict (tenant, kind, row_id) do update set (${rowColumns}) = row (${columnsOf('excluded')})
      where (${columnsOf('report_rows')}) is distinct from (${columnsOf('excluded')})
      returning ${cellOf('old')}, ${cellOf('new')}
    ), gone as (
      delete from report_rows
      where tenant = ${tenant} and kind = ${kind} and row_id = any (${all}::text[]) and row_id not in (select row_id from fresh)
      returning ${cellOf('old')}
    )
    ${insertDeltas(
      tenant,
      sql`${kind}`,
      sql`union all select ${kind}, ${cellsOf('old')}, -1 from gone`,
    )}`
  await together([() => lock.execute(tx), () => write.execute(tx)])
}

/** Only the name in an account's rows, since their subjects are not locked. */
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

/** Ids of a kind that have or need a row, after `after`; lockSubjects() locks their subjects. */
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

/** Locks the rows' subjects while they are rebuilt. */
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
