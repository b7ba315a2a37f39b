import { sql } from 'kysely'
import type { OrderFileState } from '../../domain/order-file.ts'
import type { Locale } from '../../domain/tenant.ts'
import { keepsPlan, type Tx } from '../db/connection.ts'
import { lockNamed } from '../db/lock-named.ts'

export type OrderImport = {
  import_id: string
  name: string
  lines: number
  locale: Locale
  state: OrderFileState
  made_by: string
  made_at: Temporal.Instant
  started_by: string | null
  started_at: Temporal.Instant | null
  started_role: string | null
  started_session: string | null
  reason: string | null
  ended_at: Temporal.Instant | null
  ended_by: string | null // null: it came to its end, or the system ended it
  end_reason: string | null
  version: number
  done: number
  would_create: number
  would_keep: number
  would_cancel: number
  would_wait: number // of nobody yet: kept until their person is known
  would_fail: number
  created: number
  kept: number
  cancelled: number
  waiting: number
  failed: number
  would_cents: number // of its new contracts, at most
  cents: number // of those that it has brought
  would_lose_cents: number // what its cancellations take back of released contracts
  lost_cents: number // what those that are in have
  asked_at: Temporal.Instant | null // a second person has to start it
  ask_reason: string | null
  is_kept: boolean
}

const columns = sql`import_id, name, lines, locale, state, made_by, made_at, started_by, started_at, started_role, started_session, reason,
  ended_at, ended_by, end_reason, version, done, would_create, would_keep, would_cancel, would_wait, would_fail, created, kept, cancelled, waiting,
  failed, would_cents, cents, would_lose_cents, lost_cents, asked_at, ask_reason, content is not null as is_kept`

export async function insertImport(
  tx: Tx,
  tenant: string,
  file: { id: string; name: string; content: Buffer; lines: number; locale: Locale; by: string },
  at: Temporal.Instant,
): Promise<void> {
  await sql`
    insert into order_imports (tenant, import_id, name, content, lines, locale, state, made_by, made_at)
    values (${tenant}, ${file.id}, ${file.name}, ${file.content}, ${file.lines}, ${file.locale}, 'checking', ${file.by},
      ${at.toString()})`.execute(tx)
}

/** Checked, and waiting for a second person. */
export const isAsked = sql`state = 'checked' and asked_at is not null`

/** @param waits only those that wait for a second person, all of them */
export async function listImports(
  tx: Tx,
  tenant: string,
  { waits }: { waits: boolean },
): Promise<OrderImport[]> {
  const { rows } = await sql<OrderImport>`
    select ${columns} from order_imports where tenant = ${tenant} ${waits ? sql`and ${isAsked}` : sql``}
    order by made_at desc, import_id desc ${waits ? sql`` : sql`limit 20`}`.execute(tx)
  return rows
}

export async function findImport(
  tx: Tx,
  tenant: string,
  id: string,
): Promise<OrderImport | undefined> {
  const { rows } = await sql<OrderImport>`
    select ${columns} from order_imports where tenant = ${tenant} and import_id = ${id}`.execute(tx)
  return rows[0]
}

/** Locked until the transaction ends. */
export async function lockImport(
  tx: Tx,
  tenant: string,
  id: string,
): Promise<OrderImport | undefined> {
  const { rows } = await sql<OrderImport>`
    select ${columns} from order_imports where tenant = ${tenant} and import_id = ${id} for no key update`.execute(
    tx,
  )
  return rows[0]
}

export async function readContent(tx: Tx, tenant: string, id: string): Promise<Buffer | null> {
  const { rows } = await sql<{ content: Buffer | null }>`
    select content from order_imports where tenant = ${tenant} and import_id = ${id}`.execute(tx)
  return rows[0]?.content ?? null
}

export async function startImport(
  tx: Tx,
  tenant: string,
  id: string,
  by: { operatorId: string; role: string; session: string; reason: string },
  at: Temporal.Instant,
): Promise<void> {
  await sql`
    update order_imports set state = 'running', done = 0, version = version + 1, started_by = ${by.operatorId},
      started_at = ${at.toString()}, started_role = ${by.role}, started_session = ${by.session}, reason = ${by.reason}
    where tenant = ${tenant} and import_id = ${id} and state = 'checked'`.execute(tx)
}

/** A file that the command line imports: nothing of it is kept, and it may earn and take back what its bringer has left until it ends. */
export async function insertCommanded(
  tx: Tx,
  tenant: string,
  file: {
    id: string
    name: string
    lines: number
    cents: number
    by: string
    reason: string | null
  },
  at: Temporal.Instant,
  seenAt: Temporal.Instant,
): Promise<void> {
  const { id, name, lines, cents, by, reason } = file
  const now = at.toString()
  await sql`
    insert into order_imports (tenant, import_id, name, lines, locale, state, made_by, made_at, started_by, started_at, reason, would_cents,
      seen_at)
    values (${tenant}, ${id}, ${name}, ${lines}, 'en', 'running', ${by}, ${now}, ${by}, ${now}, ${reason}, ${cents},
      ${seenAt.toString()})`.execute(tx)
}

/** Counts what a line of it earns and takes back, with the line; false if that is above what its bringer has left, or it was stopped. */
export async function spendCommanded(
  tx: Tx,
  tenant: string,
  id: string,
  { cents, lostCents }: Sums,
): Promise<boolean> {
  const { rows } = await sql`
    update order_imports set cents = cents + ${cents}, lost_cents = lost_cents + ${lostCents}
    where tenant = ${tenant} and import_id = ${id} and state = 'running'
      and cents + lost_cents + ${cents + lostCents} <= would_cents returning 1`.execute(tx)
  return rows.length > 0
}

/** What is left for its lines; null once it has ended. */
export async function readLeftOf(tx: Tx, tenant: string, id: string): Promise<number | null> {
  const { rows } = await sql<{ left: number }>`
    select would_cents - cents - lost_cents as left from order_imports
    where tenant = ${tenant} and import_id = ${id} and state = 'running'`.execute(tx)
  return rows[0]?.left ?? null
}

const silent = (tenant: string, before: Temporal.Instant) => sql`
    from order_imports
    where tenant = ${tenant} and state = 'running' and content is null and coalesce(seen_at, started_at) < ${before.toString()}`

export const silentImports = (tenant: string, before: Temporal.Instant) => sql`
  select 1 ${silent(tenant, before)}`

/** Those by the command line that gave no sign since then, locked until the transaction ends. */
export async function lockSilent(
  tx: Tx,
  tenant: string,
  before: Temporal.Instant,
): Promise<OrderImport[]> {
  const { rows } = await sql<OrderImport>`
    select ${columns} ${silent(tenant, before)}
    for no key update skip locked`.execute(tx)
  return rows
}

/** Two files that one person starts at once see each other. */
export const lockStarting = (tx: Tx, tenant: string, by: string): Promise<void> =>
  lockNamed(tx, tenant, `order-file ${tenant} ${by}`)

/** What the files would earn and take back that somebody brought and started alone since then. */
export async function sumStarted(
  tx: Tx,
  tenant: string,
  by: string,
  since: Temporal.Instant,
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(would_cents + would_lose_cents), 0)::bigint as cents from order_imports
    where tenant = ${tenant} and made_by = ${by} and started_by = made_by and started_at > ${since.toString()}`.execute(
    tx,
  )
  return rows[0]?.cents ?? 0
}

/** Whoever brought it asks a second person to start it. */
export async function askToStart(
  tx: Tx,
  tenant: string,
  id: string,
  { reason, at }: { reason: string; at: Temporal.Instant },
): Promise<void> {
  await sql`
    update order_imports set asked_at = ${at.toString()}, ask_reason = ${reason}, version = version + 1
    where tenant = ${tenant} and import_id = ${id} and state = 'checked' and asked_at is null`.execute(
    tx,
  )
}

const isCommanded = sql`content is null and state = 'running'`

/** The file goes with its end; of one by the command line, what it did not use is left again. */
export async function endImport(
  tx: Tx,
  tenant: string,
  id: string,
  end: {
    state: 'done' | 'stopped'
    by: string | null
    reason?: string | undefined
    at: Temporal.Instant
  },
): Promise<void> {
  await sql`
    update order_imports set state = ${end.state}, content = null, version = version + 1, ended_at = ${end.at.toString()},
      ended_by = ${end.by}, end_reason = ${end.reason ?? null}, would_cents = case when ${isCommanded} then cents else would_cents end,
      would_lose_cents = case when ${isCommanded} then lost_cents else would_lose_cents end
    where tenant = ${tenant} and import_id = ${id}`.execute(tx)
}

export async function markChecked(tx: Tx, tenant: string, id: string): Promise<void> {
  await sql`
    update order_imports set state = 'checked', version = version + 1
    where tenant = ${tenant} and import_id = ${id} and state = 'checking'`.execute(tx)
}

/** What lines earn, and what they take back. */
export type Sums = { cents: number; lostCents: number }

export type Counts = {
  created: number
  kept: number
  cancelled: number
  waiting: number
  failed: number
}

/** Adds some lines' results; false if it is no longer where these lines began: it was stopped, or another worker has done them. */
export async function addProgress(
  tx: Tx,
  tenant: string,
  id: string,
  step: {
    state: 'checking' | 'running'
    from: number
    to: number
    counts: Counts
    seenAt?: Temporal.Instant // a sign of life of the command line
  } & Sums,
): Promise<boolean> {
  const { state, from, to, counts, seenAt } = step
  const counted =
    state === 'checking'
      ? [
          'would_create',
          'would_keep',
          'would_cancel',
          'would_wait',
          'would_fail',
          'would_cents',
          'would_lose_cents',
        ]
      : ['created', 'kept', 'cancelled', 'waiting', 'failed', 'cents', 'lost_cents']
  const [created, kept, cancelled, waiting, failed, cents, lost] = counted.map((name) =>
    sql.ref(name),
  )
  const { rows } = await sql`
    update order_imports set done = ${to}, ${created} = ${created} + ${counts.created}, ${kept} = ${kept} + ${counts.kept},
      ${cancelled} = ${cancelled} + ${counts.cancelled}, ${waiting} = ${waiting} + ${counts.waiting},
      ${failed} = ${failed} + ${counts.failed}, ${cents} = ${cents} + ${step.cents},
      ${lost} = ${lost} + ${step.lostCents},
      seen_at = coalesce(${seenAt?.toString() ?? null}, seen_at)
    where tenant = ${tenant} and import_id = ${id} and state = ${state} and done = ${from} returning 1`.execute(
    tx,
  )
  return rows.length > 0
}

export type ErrorLine = {
  line: number
  external_number: string | null
  error_code: string
  message: string
}
type Phase = 'check' | 'run'

export async function insertErrors(
  tx: Tx,
  tenant: string,
  id: string,
  phase: Phase,
  errors: readonly ErrorLine[],
): Promise<void> {
  if (errors.length === 0) return
  await sql`
    insert into order_import_errors (tenant, import_id, phase, line, external_number, error_code, message)
    select tenants.tenant, ${id}, ${phase}, line, number, code, message
    from tenants, unnest(${errors.map(({ line }) => line)}::int[], ${errors.map((one) => one.external_number)}::text[],
      ${errors.map((one) => one.error_code)}::text[], ${errors.map((one) => one.message)}::text[]) as found (line, number, code, message)
    where tenants.tenant = ${tenant}
    on conflict do nothing`.execute(tx)
}

export async function listErrors(
  tx: Tx,
  tenant: string,
  id: string,
  asked: { phase: Phase; after: number; limit: number },
): Promise<ErrorLine[]> {
  const { rows } = await sql<ErrorLine>`
    select line, external_number, error_code, message from order_import_errors
    where tenant = ${tenant} and import_id = ${id} and phase = ${asked.phase} and line > ${asked.after}
    order by line limit ${asked.limit}`.execute(tx)
  return rows
}

/** Stops what nobody carried out, and deletes what was found long ago. */
export async function forgetImports(
  tx: Tx,
  tenant: string,
  before: { files: Temporal.Instant; results: Temporal.Instant },
  at: Temporal.Instant,
): Promise<void> {
  await sql`
    update order_imports set ${keepsPlan} state = 'stopped', content = null, version = version + 1, ended_at = ${at.toString()}
    where tenant = ${tenant} and content is not null and made_at < ${before.files.toString()}`.execute(
    tx,
  )
  await sql`
    delete from order_imports where tenant = ${tenant} and made_at < ${before.results.toString()}`.execute(
    tx,
  )
}
