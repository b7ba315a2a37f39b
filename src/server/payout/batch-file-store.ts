import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

export type StoredFile = {
  start: string // of what is sealed: longer than any head
  file_hash: string
  cancelled_at: Temporal.Instant | null
}

export async function findBatchFile(
  tx: Tx,
  tenant: string,
  batchId: string,
): Promise<StoredFile | undefined> {
  const { rows } = await sql<StoredFile>`
    select convert_from(substring(file_encrypted from 1 for 200), 'UTF8') as start, file_hash, cancelled_at from payout_batches
    where tenant = ${tenant} and batch_id = ${batchId}`.execute(tx)
  return rows[0]
}

/** Characters of the sealed text behind its head; null: it is sealed anew, taken back or gone since the head was read. */
export async function readFilePart(
  tx: Tx,
  tenant: string,
  batchId: string,
  { head, from, length }: { head: string; from: number; length: number },
): Promise<string | null> {
  const { rows } = await sql<{ part: string }>`
    select convert_from(substring(file_encrypted from ${head.length + 1 + from}::int for ${length}::int), 'UTF8') as part from payout_batches
    where tenant = ${tenant} and batch_id = ${batchId} and cancelled_at is null
      and substring(file_encrypted from 1 for ${head.length}::int) = convert_to(${head}, 'UTF8')`.execute(
    tx,
  )
  return rows[0]?.part ?? null
}
