import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Tx } from '../db/connection.ts'
import type { DB } from '../db/tables.ts'
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

const rowsAtOnce = 2_000 // of one statement: it takes 65,535 values
const rowColumns = sql`agency_id, employee, product, state, day, name, cents, channel, tally`

const columns = [
  'agency_id',
  'employee',
  'product',
  'state',
  'day',
  'name',
  'cents',
  'channel',
  'tally',
] as const
const columnsOf = (table: string) => sql.join(columns.map((name) => sql.ref(`${table}.${name}`)))

/** What a row says of its subject, and so adds to the sums. */
type Said = Pick<Selectable<DB['report_rows']>, (typeof columns)[number]>
/** A row that was written, as it was and as it is. */
type Written = { kind: string; old: Said | null; new: Said | null }

/** `of` is old or new; all null if there is none. */
const rowOf = (of: 'old' | 'new') =>
  sql.join(columns.map((name) => sql`${sql.ref(`${of}.${name}`)} as ${sql.ref(`${of}_${name}`)}`))

type Returned = { kind: string } & Record<string, unknown>
const pick = (row: Returned, of: 'old' | 'new'): Said | null =>
  (row[`${of}_agency_id`] ?? null) === null
    ? null
    : (Object.fromEntries(columns.map((name) => [name, row[`${of}_${name}`]])) as Said)
const writtenOf = ({ rows }: { rows: Returned[] }): Written[] =>
  rows.map((row) => ({ kind: row.kind, old: pick(row, 'old'), new: pick(row, 'new') }))

/** Adds the new rows to the sums and subtracts the old ones. */
async function insertDeltas(tx: Tx, tenant: string, written: readonly Written[]): Promise<void> {
  const changes = written.flatMap((row) =>
    [
      { kind: row.kind, said: row.new, count: 1 },
      { kind: row.kind, said: row.old, count: -1 },
    ].filter(({ said }) => said !== null),
  )
  const alike = Map.groupBy(changes, ({ kind, said }) =>
    JSON.stringify([kind, ...columns.map((name) => said![name])]),
  )
  const rows = [...alike.values()]
    .map((some) => {
      const { cents: amount, ...said } = some[0]!.said!
      const count = some.reduce((sum, one) => sum + one.count, 0)
      return { tenant, kind: some[0]!.kind, ...said, amount, count }
    })
    .filter(({ count }) => count !== 0)
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await tx
      .insertInto('report_deltas')
      .values(rows.slice(from, from + rowsAtOnce))
      .execute()
}

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
  for (let from = 0; from < ids.length; from += rowsAtOnce)
    await recordSome(tx, tenant, kind, ids.slice(from, from + rowsAtOnce))
}

async function recordSome(
  tx: Tx,
  tenant: string,
  kind: ReportKind,
  ids: readonly string[],
): Promise<void> {
  const { view, id } = views[kind]
  const all = [...ids]
  // Locked before reading: otherwise a waiter would rewrite the name of a just deleted account.
  const lock = sql`
    select row_id from report_rows where tenant = ${tenant} and kind = ${kind} and row_id = any (${all}::text[])
    order by row_id for no key update`
  const look = sql<{ row_id: string } & Said>`
    select row_id, ${rowColumns} from ${view}
    where tenant = ${tenant} and id = any (${all}::${sql.raw(id)}[]) order by row_id`
  const [{ rows: kept }, { rows: fresh }] = await together([
    () => lock.execute(tx),
    () => look.execute(tx),
  ])
  const write = () =>
    sql<Returned>`
      insert into report_rows (tenant, kind, row_id, ${rowColumns})
      values ${sql.join(fresh.map((row) => sql`(${tenant}, ${kind}, ${row.row_id}, ${sql.join(columns.map((name) => row[name]))})`))}
      on conflict (tenant, kind, row_id) do update set (${rowColumns}) = row (${columnsOf('excluded')})
      where (${columnsOf('report_rows')}) is distinct from (${columnsOf('excluded')})
      returning new.kind, ${rowOf('old')}, ${rowOf('new')}`.execute(tx)
  const forget = () =>
    sql<Returned>`
      delete from report_rows
      where tenant = ${tenant} and kind = ${kind} and row_id = any (${all}::text[])
        and row_id <> all (${fresh.map((row) => row.row_id)}::text[])
      returning old.kind, ${rowOf('old')}`.execute(tx)
  // Outside agencies there is nothing to do.
  const written = await together([
    ...(fresh.length > 0 ? [write] : []),
    ...(kept.length > 0 ? [forget] : []),
  ])
  await insertDeltas(tx, tenant, written.flatMap(writtenOf))
}

/** Only the name in an account's rows, since their subjects are not locked. */
export async function recordReportNames(tx: Tx, tenant: string, accountId: string): Promise<void> {
  const found = await together(
    reportKinds.map(
      (kind) => () =>
        sql<{ kind: string; row_id: string; name: string }>`
          select ${kind}::text as kind, row_id, name from ${views[kind].view}
          where tenant = ${tenant} and account_id = ${accountId}`.execute(tx),
    ),
  )
  const named = found.flatMap(({ rows }) => rows)
  if (named.length === 0) return
  const of = (name: 'kind' | 'row_id' | 'name') => named.map((row) => row[name])
  const written = await sql<Returned>`
    update report_rows set name = named.name
    from unnest(${of('kind')}::text[], ${of('row_id')}::text[], ${of('name')}::text[]) as named (kind, row_id, name)
    where report_rows.tenant = ${tenant} and report_rows.kind = named.kind and report_rows.row_id = named.row_id
      and report_rows.name <> named.name
    returning new.kind, ${rowOf('old')}, ${rowOf('new')}`.execute(tx)
  await insertDeltas(tx, tenant, writtenOf(written))
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
