import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

export type FileState = {
  batch_id: string
  cancel_by: string | null
  cancelled_at: Temporal.Instant | null
  told_by: string | null
  told_at: Temporal.Instant | null // the bank was told to execute it in spite of its check
  untold_from: string | null // whose note of that was taken back last
  touched: number // payments of which the bank has said that it has them, or more
}

/** What a bank says of what it has, also where that waits for a second person; a check of payees comes before that. */
export const hasIt = (
  tenant: string,
) => sql`state <> 'in-transit' or bank_status is not null or exists (
  select from bank_line_payouts links where links.tenant = ${tenant} and links.payout_id = payouts.payout_id and says = 'rejected')`

/** What was said of its payments is counted once it is locked: a confirmation that it waited for counts, too. */
export async function lockFile(
  tx: Tx,
  tenant: string,
  batchId: string,
): Promise<FileState | undefined> {
  const { rows } = await sql<Omit<FileState, 'touched'>>`
    select batch_id, cancel_by, cancelled_at, told_by, told_at, untold_from
    from payout_batches where tenant = ${tenant} and batch_id = ${batchId} for no key update`.execute(
    tx,
  )
  const [file] = rows
  if (!file) return undefined
  const counted = await sql<{ touched: number }>`
    select count(*)::int as touched from payouts
    where payouts.tenant = ${tenant} and payouts.batch_id = ${batchId} and (${hasIt(tenant)})`.execute(
    tx,
  )
  return { ...file, touched: counted.rows[0]!.touched }
}

/** A check of payees is the bank's newer word than that it could read the file, up to the day of execution. */
export async function forgetAccepted(
  tx: Tx,
  tenant: string,
  batchId: string,
  today: Temporal.PlainDate,
): Promise<void> {
  await sql`
    update payouts set bank_status = null from payout_batches
    where payouts.tenant = ${tenant} and payouts.batch_id = ${batchId} and state = 'in-transit' and bank_status in ('ACTC', 'RCVD')
      and payout_batches.tenant = ${tenant} and payout_batches.batch_id = payouts.batch_id
      and told_at is null and execution_on >= ${today.toString()}`.execute(tx)
}

export async function proposeCancelling(
  tx: Tx,
  tenant: string,
  batchId: string,
  asked: { by: string; at: Temporal.Instant; reason: string },
): Promise<void> {
  await tx
    .updateTable('payout_batches')
    .set({ cancel_by: asked.by, cancel_at: asked.at.toString(), cancel_reason: asked.reason })
    .where('tenant', '=', tenant)
    .where('batch_id', '=', batchId)
    .execute()
}

export async function markCancelled(
  tx: Tx,
  tenant: string,
  batchId: string,
  done: { by: string; at: Temporal.Instant; aloneReason: string | null },
): Promise<void> {
  await tx
    .updateTable('payout_batches')
    .set({
      cancelled_by: done.by,
      cancelled_at: done.at.toString(),
      cancelled_alone: done.aloneReason,
    })
    .where('tenant', '=', tenant)
    .where('batch_id', '=', batchId)
    .execute()
}

/** Nobody takes the file back before the transaction ends. */
export async function isCancelled(tx: Tx, tenant: string, batchId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payout_batches')
    .select('cancelled_at')
    .where('tenant', '=', tenant)
    .where('batch_id', '=', batchId)
    .forShare()
    .executeTakeFirst()
  return (row?.cancelled_at ?? null) !== null
}

/** The same of files that the bank says something of: whoever takes one back sees it, or came before. */
export async function holdFiles(
  tx: Tx,
  tenant: string,
  batchIds: readonly string[],
): Promise<void> {
  await sql`
    select from payout_batches where tenant = ${tenant} and batch_id = any (${[...batchIds]}::text[])
    order by batch_id for share`.execute(tx)
}

export async function markTold(
  tx: Tx,
  tenant: string,
  batchId: string,
  told: { by: string; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('payout_batches')
    .set({
      told_by: told.by,
      told_at: told.at.toString(),
      cancel_by: null,
      cancel_at: null,
      cancel_reason: null,
    })
    .where('tenant', '=', tenant)
    .where('batch_id', '=', batchId)
    .execute()
}

/** Takes that back: the file is as it was before. */
export async function markUntold(
  tx: Tx,
  tenant: string,
  batchId: string,
  untold: { from: string; by: string; at: Temporal.Instant; aloneReason: string | null },
): Promise<void> {
  await tx
    .updateTable('payout_batches')
    .set({
      told_by: null,
      told_at: null,
      untold_from: untold.from,
      untold_by: untold.by,
      untold_at: untold.at.toString(),
      untold_alone: untold.aloneReason,
    })
    .where('tenant', '=', tenant)
    .where('batch_id', '=', batchId)
    .execute()
}
