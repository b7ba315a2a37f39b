import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { keptIfFew, type Tx } from '../db/connection.ts'
import { notify } from '../db/notify.ts'
import type { DB } from '../db/tables.ts'
import { together } from '../db/together.ts'
import { deadLetterQueue } from './job.ts'

export type OutboxRow = { tenant: string; id: string; kind: string; payload: unknown }

export async function insertOutbox(
  tx: Tx,
  tenant: string,
  kind: string,
  jobs: readonly { id: string; payload: unknown }[],
  tell: boolean,
): Promise<void> {
  const rows = jobs.map(
    ({ id, payload }) => sql`(${tenant}, ${id}, ${kind}, ${JSON.stringify(payload ?? null)})`,
  )
  // Two statements: one that names no table is run by the node that commits, which tells those who listen.
  await together([
    () =>
      sql`
        insert ${keptIfFew(rows.length)} into outbox (tenant, outbox_id, kind, payload) values ${sql.join(rows)}
        on conflict (tenant, outbox_id) do nothing`.execute(tx),
    () => (tell ? notify(tx, 'zuspruch_outbox') : null),
  ])
}

/** The oldest outbox rows of all tenants. */
async function listOutbox(tx: Tx, limit: number): Promise<{ tenant: string; id: string }[]> {
  const { rows } = await sql<{ tenant: string; id: string }>`
    select tenant, outbox_id as id from outbox order by outbox_id limit ${limit}`.execute(tx)
  return rows
}

/**
 * Takes the oldest outbox rows of all tenants, each tenant's by a statement of its own. A second relay waits for the row locks, then finds
 * the rows gone; `for update skip locked` would need an update right that the app's role lacks.
 */
export async function takeOutbox(tx: Tx, limit: number): Promise<OutboxRow[]> {
  const byTenant = Map.groupBy(await listOutbox(tx, limit), ({ tenant }) => tenant)
  // In one order, so that two relays never wait for each other.
  const tenants = [...byTenant].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const taken = await together(
    tenants.map(([tenant, listed]) => async () => {
      const { rows } = await sql<OutboxRow>`
        delete from outbox where tenant = ${tenant} and outbox_id = any (${listed.map(({ id }) => id)}::uuid[])
        returning tenant, outbox_id as id, kind, payload`.execute(tx)
      return rows
    }),
  )
  return taken.flat().toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** Whether anything waits in the outbox or is due or running, in one snapshot. */
export async function isBusy(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ busy: boolean }>`
    select exists (select 1 from outbox)
        or exists (select 1 from pgboss.job
                    where name <> ${deadLetterQueue}
                      and (state = 'active'
                           or (state in ('created', 'retry') and start_after <= now()))) as busy
  `.execute(tx)
  return rows[0]?.busy ?? false
}

/** Releases a dead worker's jobs; only for the sole worker. */
export async function releaseActive(db: Kysely<DB>): Promise<void> {
  // Keeps the count of tries: a job that kills the process must not restart for ever.
  await sql`
    update pgboss.job
       set state = case when retry_count < retry_limit then 'retry' else state end,
           start_after = now(), heartbeat_on = null
     where state = 'active'
  `.execute(db)
}

export type ListedJob = {
  id: string
  kind: string
  tenant: string | null
  state: 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed' | 'dead'
  attempts: number
  createdAt: string
  dueAt: string
  error: string | null
}

/** Newest first. After its last try a job shows once, as 'dead'. */
export async function selectJobs(
  db: Kysely<DB>,
  filter: { state?: string; kind?: string; tenant?: string; limit: number },
): Promise<ListedJob[]> {
  const { rows } = await sql<ListedJob>`
    with listed as (
      select coalesce(data ->> 'id', id::text) as id,
             coalesce(source_name, name) as kind,
             data ->> 'tenant' as tenant,
             case when name = ${deadLetterQueue} then 'dead' else state::text end as state,
             coalesce(source_retry_count, retry_count)
               + (name = ${deadLetterQueue} or state in ('retry', 'active', 'completed', 'failed'))::int
               as attempts,
             to_char(coalesce(source_created_on, created_on) at time zone 'UTC',
                     'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt",
             to_char(start_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "dueAt",
             coalesce(source_output, output) #>> '{message}' as error
        from pgboss.job
       where name not like '\_\_pgboss\_\_%'
         and not (state = 'failed' and dead_letter is not null)
    )
    select * from listed
     where (${filter.state ?? null}::text is null or state = ${filter.state ?? null})
       and (${filter.kind ?? null}::text is null or kind = ${filter.kind ?? null})
       and (${filter.tenant ?? null}::text is null or tenant = ${filter.tenant ?? null})
     order by "createdAt" desc, id
     limit ${filter.limit}
  `.execute(db)
  return rows
}

/** Makes a waiting or dead job due now; false if not found. */
export async function findRetryable(
  db: Kysely<DB>,
  id: string,
): Promise<{ queue: string; jobId: string } | null> {
  const { rows } = await sql<{ queue: string; jobId: string }>`
    select name as queue, id::text as "jobId" from pgboss.job
     where data ->> 'id' = ${id}
       and ((name = ${deadLetterQueue} and state in ('created', 'retry')) or state = 'retry')
     order by name = ${deadLetterQueue} desc
     limit 1
  `.execute(db)
  return rows[0] ?? null
}

export async function makeDue(db: Kysely<DB>, queue: string, jobId: string): Promise<void> {
  await sql`
    update pgboss.job set start_after = now()
     where name = ${queue} and id = ${jobId}::uuid and state = 'retry'
  `.execute(db)
}

/** A dead job: its row in the queue, and what it is. */
export type DeadJob = { jobId: string; id: string; kind: string; tenant: string }

const isDead = sql`name = ${deadLetterQueue} and state in ('created', 'retry')`
const ofTenant = (tenant: string | null) =>
  tenant === null ? sql`true` : sql`data ->> 'tenant' = ${tenant}`

/** The rows of `pgboss.job` that are dead. @param tenant null: of all */
export const deadOf = (tenant: string | null) => sql`${isDead} and ${ofTenant(tenant)}`

/** Locks a dead job, unless somebody else retries it at this moment. @param which by its own id, or by its row's in the queue */
export async function lockDead(
  tx: Tx,
  which: { tenant: string; id?: string; jobId?: string },
): Promise<DeadJob[]> {
  const { rows } = await sql<DeadJob>`
    select id::text as "jobId", data ->> 'id' as id, source_name as kind, data ->> 'tenant' as tenant
    from pgboss.job
    where ${isDead} and ${ofTenant(which.tenant)}
      and (data ->> 'id' = ${which.id ?? null} or id = ${which.jobId ?? null}::uuid)
    for update skip locked`.execute(tx)
  return rows
}

/** The dead jobs of a kind, the oldest first. @param tenant null: of all */
export async function listDeadOfKind(
  tx: Tx,
  tenant: string | null,
  kind: string,
  limit: number,
): Promise<{ jobId: string; error: string | null }[]> {
  const { rows } = await sql<{ jobId: string; error: string | null }>`
    select id::text as "jobId", coalesce(source_output, output) #>> '{message}' as error
    from pgboss.job where ${isDead} and ${ofTenant(tenant)} and source_name = ${kind}
    order by created_on, id limit ${limit}`.execute(tx)
  return rows
}

/** Whose a dead job is; undefined: it is dead no more. @param tenant null: of any */
export async function findDeadTenant(
  tx: Tx,
  tenant: string | null,
  jobId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ tenant: string }>`
    select data ->> 'tenant' as tenant from pgboss.job
    where ${isDead} and ${ofTenant(tenant)} and id = ${jobId}::uuid`.execute(tx)
  return rows[0]?.tenant
}

export type ListedDead = {
  id: string
  kind: string
  tenant: string
  createdAt: Temporal.Instant
  diedAt: Temporal.Instant
  attempts: number
  error: string | null
}

export const deadJobs = (tenant: string | null) =>
  sql`select 1 from pgboss.job where ${deadOf(tenant)}`

/** A page of dead jobs, the newest first, and how many there are. @param tenant null: of all */
export async function listDead(
  tx: Tx,
  tenant: string | null,
  asked: { kinds?: readonly string[]; limit: number; offset: number },
): Promise<{ rows: ListedDead[]; count: number }> {
  const matches = sql`${isDead} and ${ofTenant(tenant)}
    and (${asked.kinds === undefined} or source_name = any (${[...(asked.kinds ?? [])]}::text[]))`
  const { rows } = await sql<ListedDead>`
    select data ->> 'id' as id, source_name as kind, data ->> 'tenant' as tenant,
      coalesce(source_created_on, created_on) as "createdAt", created_on as "diedAt",
      coalesce(source_retry_count, 0) + 1 as attempts, coalesce(source_output, output) #>> '{message}' as error
    from pgboss.job where ${matches} order by created_on desc, id limit ${asked.limit} offset ${asked.offset}`.execute(
    tx,
  )
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job where ${matches}`.execute(tx)
  return { rows, count: counted[0]!.count }
}

/** One value of the payload of each dead job of a kind, with why it died. */
export async function listDeadValues(
  tx: Tx,
  tenant: string,
  kind: string,
  field: string,
): Promise<{ value: string; error: string | null; attempts: number }[]> {
  const { rows } = await sql<{ value: string; error: string | null; attempts: number }>`
    select data #>> ${['payload', field]}::text[] as value, coalesce(source_retry_count, 0) + 1 as attempts,
      coalesce(source_output, output) #>> '{message}' as error
    from pgboss.job where ${isDead} and ${ofTenant(tenant)} and source_name = ${kind}`.execute(tx)
  return rows
}

export type JobCount = {
  kind: string
  waiting: number
  retrying: number // failed, and waiting for their next try
  running: number
  dead: number
  oldest: Temporal.Instant
  isLate: boolean // one is due for five minutes
}

/** What is not done, by kind. @param tenant null: of all, without what the relay has not taken over yet */
export async function countJobs(tx: Tx, tenant: string | null): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    with open as (
      select coalesce(source_name, name) as kind, created_on, start_after,
        case when name = ${deadLetterQueue} then 'dead' when state = 'active' then 'running' when state = 'retry' then 'retrying'
          else 'waiting' end as state
      from pgboss.job
      where (state < 'active' or state = 'active') and name not like '\\_\\_pgboss\\_\\_%' and ${ofTenant(tenant)}
      union all
      select kind, created_at, created_at, 'waiting' from outbox where tenant = ${tenant ?? ''}
    )
    select kind, min(created_on) as oldest,
      (count(*) filter (where state = 'waiting'))::int as waiting, (count(*) filter (where state = 'retrying'))::int as retrying,
      (count(*) filter (where state = 'running'))::int as running, (count(*) filter (where state = 'dead'))::int as dead,
      coalesce(bool_or(state in ('waiting', 'retrying') and start_after < now() - interval '5 minutes'), false) as "isLate"
    from open group by kind order by kind`.execute(tx)
  return rows
}

/** Lets the app's role use the queue: rows only, no DDL. */
/** Which of these roles the database's server has. */
export async function listRoles(owner: Kysely<unknown>, names: string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select rolname as name from pg_roles where rolname = any (${names})`.execute(owner)
  return rows.map(({ name }) => name)
}

export async function grantQueue(
  owner: Kysely<unknown>,
  schema: string,
  role: string,
): Promise<void> {
  await sql`grant usage on schema ${sql.id(schema)} to ${sql.id(role)}`.execute(owner)
  for (const objects of ['tables', 'sequences', 'functions'] as const) {
    const rights = {
      tables: 'select, insert, update, delete',
      sequences: 'usage',
      functions: 'execute',
    }
    await sql`grant ${sql.raw(rights[objects])} on all ${sql.raw(objects)} in schema ${sql.id(schema)}
              to ${sql.id(role)}`.execute(owner)
  }
}

/** Jobs of a tenant that is deleted. */
export async function forgetJobs(tx: Tx, tenant: string): Promise<void> {
  await sql`delete from pgboss.job where data ->> 'tenant' = ${tenant}`.execute(tx)
}

/** For the demo: a job as it is after its last try. Without a queue, as in tests, there is none. */
export async function insertDead(
  tx: Tx,
  job: { tenant: string; id: string; kind: string; payload: unknown; error: string },
): Promise<void> {
  const { kind, error, ...data } = job
  await sql`
    insert into pgboss.job (name, data, source_name, source_id, source_retry_count, source_created_on, source_output)
    select name, ${JSON.stringify(data)}::jsonb, ${kind}, gen_random_uuid(), 7, now() - interval '2 hours',
      ${JSON.stringify({ message: error })}::jsonb
    from pgboss.queue where name = ${deadLetterQueue}`.execute(tx)
}
