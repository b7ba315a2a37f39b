import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

/**
 * Deletes up to `limit` payout batches older than `before`, with file, names and IBANs; returns the number. Passes the day to
 * the database, whose policy protects younger ones.
 */
export async function deletePaymentRecords(
  tx: Tx,
  tenant: string,
  before: Temporal.Instant,
  limit: number,
): Promise<number> {
  const day = before.toString()
  await sql`select set_payments_before(${day})`.execute(tx)
  // What the bank said of others goes with it, first its lines of days that are long closed.
  await sql`delete from bank_lines where tenant = ${tenant} and line_id = any (array(
    select line_id from bank_lines where tenant = ${tenant} and created_at < ${day} order by created_at limit ${limit * 500}))`.execute(
    tx,
  )
  await sql`delete from bank_files where tenant = ${tenant} and brought_at < ${day}`.execute(tx)
  const { rows } = await sql<{ batch_id: string }>`
    select batch_id from payout_batches
    where tenant = ${tenant} and created_at < ${day}
    order by created_at limit ${limit}`.execute(tx)
  if (rows.length === 0) return 0
  const ids = rows.map(({ batch_id }) => batch_id)
  await sql`delete from payouts where tenant = ${tenant} and batch_id = any (${ids})`.execute(tx)
  const deleted =
    await sql`delete from payout_batches where tenant = ${tenant} and batch_id = any (${ids})`.execute(
      tx,
    )
  return Number(deleted.numAffectedRows ?? 0)
}
