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
  const { rows } = await sql<{ batch_id: string }>`
    select batch_id from payout_batches
    where tenant = ${tenant} and created_at < ${day}
    order by created_at limit ${limit}`.execute(tx)
  const ids = rows.map(({ batch_id }) => batch_id)
  const ofThese = sql`tenant = ${tenant} and batch_id = any (${ids})`
  await sql`delete from payout_proposal_items where ${ofThese}`.execute(tx)
  await sql`delete from payouts where ${ofThese}`.execute(tx)
  const deleted = await sql`delete from payout_batches where ${ofThese}`.execute(tx)
  await deleteProposals(tx, tenant, day)
  return Number(deleted.numAffectedRows ?? 0)
}

/** Those that are over and have no file, or none any more. */
async function deleteProposals(tx: Tx, tenant: string, day: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select proposal_id as id from payout_proposals p
    where tenant = ${tenant} and proposed_at < ${day} and closed_at is not null and not exists (
      select from payout_batches b where b.tenant = ${tenant} and b.proposal_id = p.proposal_id)`.execute(
    tx,
  )
  const old = sql`tenant = ${tenant} and proposal_id = any (${rows.map(({ id }) => id)})`
  await sql`delete from payout_proposal_items where ${old}`.execute(tx)
  await sql`delete from payout_approvals where ${old}`.execute(tx)
  await sql`delete from payout_proposals where ${old}`.execute(tx)
}
