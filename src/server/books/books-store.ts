import { sql } from 'kysely'
import type { Difference } from '../../domain/books.ts'
import type { Tx } from '../db/connection.ts'

export type BooksCheck = {
  check_id: string
  day: string
  asked_by: string | null
  asked_at: Temporal.Instant
  checked_at: Temporal.Instant | null
  as_of: Temporal.Instant | null
  took_ms: number | null
  difference_count: number | null
  differences: Difference[]
}

/** How long a check may take before another process begins it anew. */
const mostMinutes = 15

/**
 * Begins a check, unless there is one for that: tonight's, or one that somebody waits for. One that stands for too long is begun anew: its
 * job was lost. @returns its id if it is to be carried out
 */
export async function beginCheck(
  tx: Tx,
  tenant: string,
  check: { checkId: string; day: string; askedBy: string | null; now: Temporal.Instant },
): Promise<string | null> {
  const { checkId, day, askedBy, now } = check
  const target =
    askedBy === null
      ? sql`(tenant, day) where asked_by is null`
      : sql`(tenant) where checked_at is null and asked_by is not null`
  const { rows } = await sql<{ check_id: string }>`
    insert into books_checks as begun (tenant, check_id, day, asked_by, asked_at)
    values (${tenant}, ${checkId}, ${day}, ${askedBy}, ${now.toString()})
    on conflict ${target} do update set asked_at = excluded.asked_at
      where begun.checked_at is null and begun.asked_at < ${now.subtract({ minutes: mostMinutes }).toString()}
    returning check_id`.execute(tx)
  return rows[0]?.check_id ?? null
}

const newest = sql`checked_at is not null order by checked_at desc, check_id desc limit 1`

export async function findLastCheck(tx: Tx, tenant: string): Promise<BooksCheck | undefined> {
  const { rows } = await sql<BooksCheck>`
    select check_id, day, asked_by, asked_at, checked_at, as_of, took_ms, difference_count, differences
    from books_checks where tenant = ${tenant} and ${newest}`.execute(tx)
  return rows[0]
}

/** When somebody asked for the check that is not done yet. */
export async function findWaitingCheck(
  tx: Tx,
  tenant: string,
): Promise<Temporal.Instant | undefined> {
  const { rows } = await sql<{ asked_at: Temporal.Instant }>`
    select asked_at from books_checks where tenant = ${tenant} and checked_at is null and asked_by is not null`.execute(
    tx,
  )
  return rows[0]?.asked_at
}

/** The last check, if it found anything. */
export const differingChecks = (tenant: string) => sql`
  select 1 from (select difference_count from books_checks where tenant = ${tenant} and ${newest}) as last
  where difference_count > 0`

/** The latest check that found something new, if the last one found anything at all. */
export async function findAlarm(
  tx: Tx,
  tenant: string,
): Promise<{ newest: Temporal.Instant | null; count: number }> {
  const { rows } = await sql<{ newest: Temporal.Instant | null; count: number }>`
    select (select max(checked_at) from books_checks where tenant = ${tenant} and found_new) as newest, difference_count as count
    from books_checks where tenant = ${tenant} and ${newest}`.execute(tx)
  const found = rows[0]
  return found && found.count > 0 ? found : { newest: null, count: 0 }
}

export async function isCheckOpen(tx: Tx, tenant: string, checkId: string): Promise<boolean> {
  const { rows } = await sql`
    select from books_checks where tenant = ${tenant} and check_id = ${checkId} and checked_at is null`.execute(
    tx,
  )
  return rows.length > 0
}

export type BooksSum = {
  ledger: 'rewards' | 'commissions' | 'notes' | 'invoices' | 'vouchers' | 'bank'
  account: string
  month: string
  debit_cents: number
  credit_cents: number
}

/** Keeps what a check found with its sums, once; false: it was kept before. */
export async function keepCheck(
  tx: Tx,
  tenant: string,
  checkId: string,
  found: {
    differences: readonly Difference[]
    sums: readonly BooksSum[]
    now: Temporal.Instant
    asOf: Temporal.Instant
    tookMs: number
  },
): Promise<boolean> {
  const { differences, sums, now, asOf, tookMs } = found
  const before = (await findLastCheck(tx, tenant))?.differences ?? []
  const known = new Set(before.map(({ text }) => text))
  const result = await sql`
    update books_checks set checked_at = ${now.toString()}, as_of = ${asOf.toString()}, took_ms = ${tookMs},
      difference_count = ${differences.length}, differences = ${JSON.stringify(differences)}::jsonb,
      found_new = ${differences.some(({ text }) => !known.has(text))}
    where tenant = ${tenant} and check_id = ${checkId} and checked_at is null`.execute(tx)
  if (result.numAffectedRows !== 1n) return false
  await sql`delete from books_sums where tenant = ${tenant}`.execute(tx)
  for (let from = 0; from < sums.length; from += 5_000)
    await tx
      .insertInto('books_sums')
      .values(sums.slice(from, from + 5_000).map((sum) => ({ tenant, ...sum })))
      .execute()
  return true
}

export async function listSums(tx: Tx, tenant: string): Promise<BooksSum[]> {
  const { rows } = await sql<BooksSum>`
    select ledger, account, month, debit_cents, credit_cents from books_sums
    where tenant = ${tenant} order by ledger, account, month`.execute(tx)
  return rows
}
