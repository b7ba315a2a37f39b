import { sql } from 'kysely'
import type { BankUploadState, BankUploadStop } from '../../domain/bank-upload.ts'
import { keepsPlan, type Tx } from '../db/connection.ts'
import type { ReadAt } from '../payout/apply-status.ts'
import type { KeptReport } from './bank-upload-report.ts'

export type BankUpload = {
  upload_id: string
  name: string | null
  state: BankUploadState
  made_by: string
  made_role: string | null
  made_session: string | null
  made_at: Temporal.Instant
  tries: number
  part: number
  parts: number
  done: number
  payments: number
  ended_at: Temporal.Instant | null
  why: BankUploadStop | null
  problem_de: string | null
  problem_en: string | null
  report: KeptReport | null
}

const columns = sql`upload_id, name, state, made_by, made_role, made_session, made_at, tries, part, parts, done, payments, ended_at, why,
  problem_de, problem_en, report`

export async function insertUpload(
  tx: Tx,
  tenant: string,
  file: {
    id: string
    name: string | null
    contentEncrypted: string
    bytes: number
    by: string
    role: string | null
    session: string | null
  },
  at: Temporal.Instant,
  seenAt: Temporal.Instant,
): Promise<void> {
  await sql`
    insert into bank_uploads (tenant, upload_id, name, content_encrypted, bytes, state, made_by, made_role, made_session, made_at, seen_at)
    values (${tenant}, ${file.id}, ${file.name}, ${file.contentEncrypted}, ${file.bytes}, 'waiting', ${file.by}, ${file.role},
      ${file.session}, ${at.toString()}, ${seenAt.toString()})`.execute(tx)
}

export async function listUploads(tx: Tx, tenant: string, limit: number): Promise<BankUpload[]> {
  const { rows } = await sql<BankUpload>`
    select ${columns} from bank_uploads where tenant = ${tenant} order by made_at desc, upload_id desc limit ${limit}`.execute(
    tx,
  )
  return rows
}

export async function findUpload(
  tx: Tx,
  tenant: string,
  id: string,
): Promise<BankUpload | undefined> {
  const { rows } = await sql<BankUpload>`
    select ${columns} from bank_uploads where tenant = ${tenant} and upload_id = ${id}`.execute(tx)
  return rows[0]
}

/** Locked until the transaction ends, if it waits, or its try has given no sign of life since then. */
export async function lockFreeUpload(
  tx: Tx,
  tenant: string,
  id: string,
  since: Temporal.Instant,
): Promise<BankUpload | undefined> {
  const { rows } = await sql<BankUpload>`
    select ${columns} from bank_uploads where tenant = ${tenant} and upload_id = ${id}
      and (state = 'waiting' or (state = 'running' and seen_at < ${since.toString()}))
    for no key update`.execute(tx)
  return rows[0]
}

/**
 * Begins a file that lockFreeUpload() has locked, unless another one of the tenant is running. Of two that ask at the same time, one breaks the
 * unique index.
 * @returns its sealed content; null: it is not its turn
 */
export async function takeTurn(
  tx: Tx,
  tenant: string,
  id: string,
  seenAt: Temporal.Instant,
): Promise<string | null> {
  const { rows } = await sql<{ content: string }>`
    update bank_uploads set state = 'running', tries = tries + 1, part = 0, parts = 0, done = 0, payments = 0, seen_at = ${seenAt.toString()}
    where tenant = ${tenant} and upload_id = ${id} and state in ('waiting', 'running') and not exists (
      select from bank_uploads other where other.tenant = ${tenant} and other.state = 'running' and other.upload_id <> ${id})
    returning content_encrypted as content`.execute(tx)
  return rows[0]?.content ?? null
}

/** What a try of a file has, until another one begins. */
type Turn = { id: string; tries: number }

const isMine = (tenant: string, { id, tries }: Turn) =>
  sql`tenant = ${tenant} and upload_id = ${id} and state = 'running' and tries = ${tries}`

/** False: it is another try's. */
export async function noteUpload(
  tx: Tx,
  tenant: string,
  turn: Turn,
  { part, parts, done, payments }: ReadAt,
  seenAt: Temporal.Instant,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update bank_uploads set part = ${part}, parts = ${parts}, done = ${done}, payments = ${payments}, seen_at = ${seenAt.toString()}
    where ${isMine(tenant, turn)}`.execute(tx)
  return Number(numAffectedRows) > 0
}

/** A sign of life, however long the stage. */
export async function touchUpload(
  tx: Tx,
  tenant: string,
  turn: Turn,
  seenAt: Temporal.Instant,
): Promise<void> {
  await sql`update bank_uploads set seen_at = ${seenAt.toString()} where ${isMine(tenant, turn)}`.execute(
    tx,
  )
}

/** Another one may go on, until this one is tried again. False: it is another try's. */
export async function giveTurnBack(
  tx: Tx,
  tenant: string,
  turn: Turn,
  seenAt: Temporal.Instant,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update bank_uploads set state = 'waiting', seen_at = ${seenAt.toString()} where ${isMine(tenant, turn)}`.execute(
    tx,
  )
  return Number(numAffectedRows) > 0
}

export type UploadEnd =
  | { state: 'done'; report: KeptReport }
  | { state: 'refused'; german: string; english: string }
  | { state: 'stopped'; why: BankUploadStop }

/** The file itself goes. @param tries of the one that ends it; null: whichever. False: it has ended, or is another try's */
export async function endUpload(
  tx: Tx,
  tenant: string,
  { id, tries }: { id: string; tries: number | null },
  end: UploadEnd,
  at: Temporal.Instant,
): Promise<boolean> {
  const isOpen = sql`tenant = ${tenant} and upload_id = ${id} and state in ('waiting', 'running')`
  const { numAffectedRows } = await sql`
    update bank_uploads set state = ${end.state}, content_encrypted = null, ended_at = ${at.toString()},
      report = ${end.state === 'done' ? JSON.stringify(end.report) : null}::jsonb,
      problem_de = ${end.state === 'refused' ? end.german : null}, problem_en = ${end.state === 'refused' ? end.english : null},
      why = ${end.state === 'stopped' ? end.why : null}
    where ${tries === null ? isOpen : isMine(tenant, { id, tries })}`.execute(tx)
  return Number(numAffectedRows) > 0
}

/** The one that waits longest; those that were tried come last. @param untried whether only others count */
export async function findNextUpload(
  tx: Tx,
  tenant: string,
  { but, untried }: { but: string; untried: boolean },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select upload_id as id from bank_uploads
    where tenant = ${tenant} and state = 'waiting' and upload_id <> ${but} and (tries = 0 or not ${untried}::boolean)
    order by tries > 0, made_at, upload_id limit 1`.execute(tx)
  return rows[0]?.id ?? null
}

const isSilent = (tenant: string, minutes: number, now: Temporal.Instant) => sql`
    tenant = ${tenant} and state in ('waiting', 'running') and seen_at < ${now.toString()}::timestamptz - interval '1 minute'
      * case when state = 'running' then ${minutes}::int else greatest(${minutes}::int, power(2, tries)) end`

export const silentUploads = (tenant: string, minutes: number, now: Temporal.Instant) => sql`
  select 1 from bank_uploads where ${isSilent(tenant, minutes, now)}`

/**
 * Those that were silent for so many minutes, or longer than the queue lets a job rest after as many tries; each waits again, and counts as
 * seen from now on.
 */
export async function takeSilentUploads(
  tx: Tx,
  tenant: string,
  minutes: number,
  now: Temporal.Instant,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update bank_uploads set state = 'waiting', seen_at = ${now.toString()}
    where ${isSilent(tenant, minutes, now)}
    returning upload_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function listOldOpenUploads(
  tx: Tx,
  tenant: string,
  before: Temporal.Instant,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select ${keepsPlan} upload_id as id from bank_uploads
    where tenant = ${tenant} and state in ('waiting', 'running') and made_at < ${before.toString()}`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

export async function forgetUploads(
  tx: Tx,
  tenant: string,
  before: Temporal.Instant,
): Promise<void> {
  await sql`
    delete ${keepsPlan} from bank_uploads where tenant = ${tenant} and ended_at is not null and made_at < ${before.toString()}`.execute(
    tx,
  )
}
