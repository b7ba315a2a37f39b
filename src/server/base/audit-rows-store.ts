import { sql, type RawBuilder } from 'kysely'
import { mostCounted } from '../../domain/most-counted.ts'
import type { Tx } from '../db/connection.ts'

export type AuditRow = {
  number: number
  at: Temporal.Instant
  actor_kind: string
  actor_id: string
  actor_role: string | null
  support: boolean
  action: string
  subject_kind: string
  subject_id: string
  reason: string | null
  details: unknown
  session_id: string | null
  request_id: string | null
  hash: Buffer
}

export type AuditFilter = {
  action?: readonly string[]
  actorKind?: readonly string[]
  subjectKind?: readonly string[]
  from?: Temporal.Instant
  before?: Temporal.Instant
  search?: string // a whole id, or an entry's number
  searchedActors?: readonly string[] // operators whose name has what is searched
}

const columns = sql`number, at, actor_kind, actor_id, actor_role, support, action, subject_kind, subject_id, reason, details,
  session_id, request_id, hash`

const idColumns = ['subject_id', 'actor_id', 'session_id', 'request_id'] as const
type Searched = (typeof idColumns)[number] | 'number'

/** Null: not the number of an entry. */
export const entryNumber = (text: string) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)

/** Where a search looks: in entries' own numbers, too, if it could be one. */
const searchedIn = (search = ''): readonly Searched[] =>
  entryNumber(search) === null ? idColumns : ['number', ...idColumns]

function where(
  tenant: string,
  filter: AuditFilter,
  searched: readonly Searched[] = searchedIn(filter.search),
): RawBuilder<unknown> {
  const { action, actorKind, subjectKind, from, before, search, searchedActors = [] } = filter
  const parts = [
    sql`tenant = ${tenant}`,
    ...(action ? [sql`action = any (${[...action]})`] : []),
    ...(actorKind ? [sql`actor_kind = any (${[...actorKind]})`] : []),
    ...(subjectKind ? [sql`subject_kind = any (${[...subjectKind]})`] : []),
    ...(from ? [sql`at >= ${from.toString()}`] : []),
    ...(before ? [sql`at < ${before.toString()}`] : []),
    ...(search
      ? [
          sql`(${sql.join(
            searched.map((column) =>
              column === 'actor_id' && searchedActors.length > 0
                ? sql`actor_id = any (${[search, ...searchedActors]})`
                : sql`${sql.ref(column)} = ${column === 'number' ? entryNumber(search) : search}`,
            ),
            sql` or `,
          )})`,
        ]
      : []),
  ]
  return sql.join(parts, sql` and `)
}

const isEmpty = (filter: AuditFilter) => Object.values(filter).every((one) => one === undefined)

/** A page of the log, the newest first. Numbers have no gaps, so the whole log is counted and paged by its last one. */
export async function listAuditRows(
  tx: Tx,
  tenant: string,
  { filter, limit, offset }: { filter: AuditFilter; limit: number; offset: number },
): Promise<{ rows: AuditRow[]; count: number }> {
  if (isEmpty(filter)) {
    const head = await tx
      .selectFrom('audit_heads')
      .select('number')
      .where('tenant', '=', tenant)
      .executeTakeFirst()
    const count = head?.number ?? 0
    const { rows } = await sql<AuditRow>`
      select ${columns} from audit_log where tenant = ${tenant} and number <= ${count - offset}
      order by number desc limit ${limit}`.execute(tx)
    return { rows, count }
  }
  if (filter.search !== undefined)
    return pageOf(tx, tenant, numbersOfId(tenant, filter), { limit, offset })
  const bounds = await numbersWithin(tx, tenant, filter)
  if (filter.action || filter.actorKind || filter.subjectKind)
    return pageOf(tx, tenant, await numbersOfKinds(tx, tenant, filter, bounds), { limit, offset })
  const matches = where(tenant, filter)
  const newest: Numbers = (most) => sql`
    select number from audit_log where ${matches} and ${bounds} order by number desc limit ${most}`
  // Counted by the index of time, which needs no row.
  const any: Numbers = (most) => sql`select at from audit_log where ${matches} limit ${most}`
  return pageOf(tx, tenant, newest, { limit, offset, counted: any })
}

type Numbers = (most: number) => RawBuilder<unknown>

/** @param numbers at least that many of the newest that match */
async function pageOf(
  tx: Tx,
  tenant: string,
  numbers: Numbers,
  {
    limit,
    offset,
    counted = numbers,
  }: { limit: number; offset: number; counted?: Numbers | undefined },
): Promise<{ rows: AuditRow[]; count: number }> {
  const { rows } = await sql<AuditRow>`
    select ${columns} from audit_log where tenant = ${tenant} and number = any (array(
      select number from (${numbers(offset + limit)}) found order by number desc limit ${limit} offset ${offset}))
    order by number desc`.execute(tx)
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from (select from (${counted(mostCounted)}) found limit ${mostCounted}) counted`.execute(
    tx,
  )
  return { rows, count: counts[0]?.count ?? 0 }
}

type Kinds = { action: string; actor_kind: string; subject_kind: string }

/** Each combination of action, actor and subject that there is, by skipping from one to the next in their index. */
async function listKinds(tx: Tx, tenant: string): Promise<Kinds[]> {
  const { rows } = await sql<Kinds>`
    with recursive found as (
      (select action, actor_kind, subject_kind from audit_log where tenant = ${tenant} order by 1, 2, 3 limit 1)
      union all
      select next.* from found cross join lateral (
        select action, actor_kind, subject_kind from audit_log where tenant = ${tenant}
          and (action, actor_kind, subject_kind) > (found.action, found.actor_kind, found.subject_kind)
        order by 1, 2, 3 limit 1) next
    )
    select * from found`.execute(tx)
  return rows
}

/** The newest of each combination by its own place in the index: however rare one is, nothing else is read. */
async function numbersOfKinds(
  tx: Tx,
  tenant: string,
  filter: AuditFilter,
  bounds: RawBuilder<unknown>,
): Promise<Numbers> {
  const { action, actorKind, subjectKind, from, before } = filter
  const kinds = (await listKinds(tx, tenant)).filter(
    (kind) =>
      (!action || action.includes(kind.action)) &&
      (!actorKind || actorKind.includes(kind.actor_kind)) &&
      (!subjectKind || subjectKind.includes(kind.subject_kind)),
  )
  const of = (name: keyof Kinds) => sql`${kinds.map((kind) => kind[name])}::text[]`
  return (most) => sql`
    select newest.number
    from unnest(${of('action')}, ${of('actor_kind')}, ${of('subject_kind')}) as kind (action, actor_kind, subject_kind)
      cross join lateral (select number from audit_log
        where ${where(tenant, { from, before })} and ${bounds} and audit_log.action = kind.action
          and audit_log.actor_kind = kind.actor_kind and audit_log.subject_kind = kind.subject_kind
        order by number desc limit ${most}) newest`
}

/** Numbers follow time, but for what commits later: with a day's room they bound it, so that every filter's own index begins there. */
async function numbersWithin(
  tx: Tx,
  tenant: string,
  { from, before }: AuditFilter,
): Promise<RawBuilder<unknown>> {
  if (!from && !before) return sql`true`
  const day = { hours: 24 }
  const { rows } = await sql<{ after: number | null; until: number | null }>`
    select (select number from audit_log where tenant = ${tenant} and at < ${from?.subtract(day).toString() ?? null}
        order by at desc limit 1) as after,
      (select number from audit_log where tenant = ${tenant} and at >= ${before?.add(day).toString() ?? null}
        order by at limit 1) as until`.execute(tx)
  const { after = null, until = null } = rows[0] ?? {}
  return sql.join(
    [
      ...(after === null ? [] : [sql`number > ${after}`]),
      ...(until === null ? [] : [sql`number < ${until}`]),
      sql`true`,
    ],
    sql` and `,
  )
}

/** Each column's newest by its own index: together, all rows of a busy operator were read before the first was shown. */
function numbersOfId(tenant: string, { searchedActors = [], ...filter }: AuditFilter): Numbers {
  const searches = [
    ...searchedIn(filter.search).map((column) => where(tenant, filter, [column])),
    ...searchedActors.map((id) => where(tenant, { ...filter, search: id }, ['actor_id'])),
  ]
  return (most) =>
    sql.join(
      searches.map(
        (matches) =>
          sql`(select number from audit_log where ${matches} order by number desc limit ${most})`,
      ),
      sql` union `,
    )
}

/** The entry of a number. */
export async function readAuditRow(
  tx: Tx,
  tenant: string,
  number: number,
): Promise<AuditRow | undefined> {
  const { rows } = await sql<AuditRow>`
    select ${columns} from audit_log where tenant = ${tenant} and number = ${number}`.execute(tx)
  return rows[0]
}

/** The newest rows about a record. Of goodwill: those about its person that name the proposal. */
export async function listRecordRows(
  tx: Tx,
  tenant: string,
  { kind, id }: { kind: string | null; id: string }, // null: whatever kind it is
): Promise<Pick<AuditRow, 'at' | 'action' | 'actor_kind' | 'actor_id' | 'reason' | 'details'>[]> {
  const about =
    kind === 'goodwill'
      ? sql`subject_kind = 'account' and details->>'request' = ${id} and subject_id = (
          select account_id::text from goodwill_requests where tenant = ${tenant} and request_id::text = ${id})`
      : kind === null
        ? sql`subject_id = ${id}`
        : sql`subject_kind = ${kind} and subject_id = ${id}`
  const { rows } = await sql<AuditRow>`
    select at, action, actor_kind, actor_id, reason, details from audit_log
    where tenant = ${tenant} and ${about} order by number desc limit 60`.execute(tx)
  return rows
}

/** The newest row about a record, with what it was before. */
export async function readLastRow(
  tx: Tx,
  tenant: string,
  { kind, id }: { kind: string; id: string },
): Promise<Pick<AuditRow, 'at' | 'action' | 'actor_id' | 'details'> | undefined> {
  const { rows } = await sql<AuditRow>`
    select at, action, actor_id, details from audit_log
    where tenant = ${tenant} and subject_kind = ${kind} and subject_id = ${id} order by number desc limit 1`.execute(
    tx,
  )
  return rows[0]
}

/** The next rows of a file, the oldest first. @param after number of the last row before, 0 at its begin */
export async function readAuditAfter(
  tx: Tx,
  tenant: string,
  { filter, after, limit }: { filter: AuditFilter; after: number; limit: number },
): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    select ${columns} from audit_log where ${where(tenant, filter)} and number > ${after}
    order by number limit ${limit}`.execute(tx)
  return rows
}

/** The actions and kinds of subject that the log has. */
export async function listAuditWords(
  tx: Tx,
  tenant: string,
): Promise<{ actions: string[]; subjectKinds: string[] }> {
  const kinds = await listKinds(tx, tenant)
  const different = (name: keyof Kinds) => [...new Set(kinds.map((kind) => kind[name]))].sort()
  return { actions: different('action'), subjectKinds: different('subject_kind') }
}
