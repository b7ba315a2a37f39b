import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

export type Process = { works: boolean; since: Temporal.Instant }

/** Connected processes of the app (db/notify.ts): each listens, and those that run jobs do so twice. */
export async function listProcesses(tx: Tx): Promise<Process[]> {
  const { rows } = await sql<Process>`
    select application_name = 'zuspruch-worker' as works, backend_start as since from pg_stat_activity
    where datname = current_database() and usename = current_user
      and application_name in ('zuspruch-worker', 'zuspruch-listen')
    order by backend_start`.execute(tx)
  return rows
}

export async function readVersions(tx: Tx): Promise<{ schema: string; postgres: string }> {
  const { rows } = await sql<{ schema: string; postgres: string }>`
    select (select max(name) from kysely_migration) as schema, current_setting('server_version') as postgres`.execute(
    tx,
  )
  return rows[0]!
}

export type Backup = {
  archives: boolean // PostgreSQL hands its log on, which is what a backup is made of
  archived_at: Temporal.Instant | null
  failed_at: Temporal.Instant | null
}

export async function readBackup(tx: Tx): Promise<Backup> {
  const { rows } = await sql<Backup>`
    select current_setting('archive_mode') <> 'off' as archives, last_archived_time as archived_at,
      last_failed_time as failed_at
    from pg_stat_archiver`.execute(tx)
  return rows[0]!
}

export async function readDatabaseSize(tx: Tx): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(tx)
  return rows[0]!.bytes
}

/** When bank files went out and came in last. */
export async function readBankFiles(
  tx: Tx,
  tenant: string,
): Promise<{ out_at: Temporal.Instant | null; in_at: Temporal.Instant | null }> {
  const { rows } = await sql<{ out_at: Temporal.Instant | null; in_at: Temporal.Instant | null }>`
    select (select max(created_at) from payout_batches where tenant = ${tenant}) as out_at,
      (select at from audit_log where tenant = ${tenant} and action = 'bank-file-applied' order by number desc limit 1)
        as in_at`.execute(tx)
  return rows[0]!
}
