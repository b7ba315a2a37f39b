import { sql } from 'kysely'
import { keepsPlan, type Tx } from '../db/connection.ts'

/**
 * Not closed: on its way, held after it failed, or failed while its money is still owed and nothing else paid it. A partner's documents
 * are open again once their payment failed.
 */
const isOpen = (tenant: string) => sql`
  p.state = 'in-transit' or p.held_at is not null or (p.state in ('rejected', 'returned') and (
    exists (select from rewards r where r.tenant = ${tenant} and r.reward_id = p.reward_id
      and r.state in ('open', 'provided', 'collected') and r.payout_id is null)
    or exists (select from partner_notes n where n.tenant = ${tenant} and n.partner_id = p.partner_id
      and n.payout_id is null and n.created_at < p.created_at)))`

/**
 * Deletes up to `limit` payout batches older than `before` whose payments are all closed, with file, names and IBANs; returns the
 * number. Passes the day to the database, whose policy protects younger ones.
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
  await sql`delete ${keepsPlan} from bank_lines where tenant = ${tenant} and line_id = any (array(
    select line_id from bank_lines where tenant = ${tenant} and created_at < ${day} order by created_at limit ${limit * 500}))`.execute(
    tx,
  )
  await sql`delete from bank_files where tenant = ${tenant} and brought_at < ${day}`.execute(tx)
  const { rows } = await sql<{ batch_id: string }>`
    select ${keepsPlan} batch_id from payout_batches b
    where tenant = ${tenant} and created_at < ${day} and not exists (
      select from payouts p where p.tenant = ${tenant} and p.batch_id = b.batch_id and (${isOpen(tenant)}))
    order by created_at limit ${limit}`.execute(tx)
  const ids = rows.map(({ batch_id }) => batch_id)
  const deleted = ids.length === 0 ? 0 : await deleteBatches(tx, tenant, ids)
  await deleteProposals(tx, tenant, day)
  return deleted
}

async function deleteBatches(tx: Tx, tenant: string, ids: string[]): Promise<number> {
  const ofThese = sql`tenant = ${tenant} and batch_id = any (${ids})`
  await sql`
    delete from payout_approval_flags f using payout_proposal_items i
    where f.tenant = ${tenant} and i.tenant = ${tenant} and i.batch_id = any (${ids})
      and f.proposal_id = i.proposal_id and f.item_id = i.item_id`.execute(tx)
  await sql`delete from payout_proposal_items where ${ofThese}`.execute(tx)
  await sql`delete from payouts where ${ofThese}`.execute(tx)
  const deleted = await sql`delete from payout_batches where ${ofThese}`.execute(tx)
  return Number(deleted.numAffectedRows ?? 0)
}

/** Those that are over and have no file, or none any more. */
async function deleteProposals(tx: Tx, tenant: string, day: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select ${keepsPlan} proposal_id as id from payout_proposals p
    where tenant = ${tenant} and proposed_at < ${day} and closed_at is not null and not exists (
      select from payout_batches b where b.tenant = ${tenant} and b.proposal_id = p.proposal_id)`.execute(
    tx,
  )
  if (rows.length === 0) return
  const old = sql`tenant = ${tenant} and proposal_id = any (${rows.map(({ id }) => id)})`
  await sql`delete from payout_approval_flags where ${old}`.execute(tx)
  await sql`delete from payout_proposal_items where ${old}`.execute(tx)
  await sql`delete from payout_approvals where ${old}`.execute(tx)
  await sql`delete from payout_proposals where ${old}`.execute(tx)
}
