import { sql } from 'kysely'
import { keepsPlan, type Tx } from '../db/connection.ts'

export type Repayment = {
  repayment_id: string
  cents: number
  paid_on: string
  reference: string | null // forgotten after the tenant's years
  booked_by: string
  booked_at: Temporal.Instant
  undone_by: string | null
  undone_at: Temporal.Instant | null
}

const columns = sql`repayment_id, cents, paid_on, reference, booked_by, booked_at, undone_by, undone_at`

export async function insertRepayment(
  tx: Tx,
  tenant: string,
  booked: {
    id: string
    rewardId: string
    cents: number
    paidOn: Temporal.PlainDate
    reference: string | null
    by: string
    approvedBy: string | null
    at: Temporal.Instant
  },
): Promise<void> {
  const { id, rewardId, cents, paidOn, reference, by, approvedBy, at } = booked
  await sql`
    insert into repayments (tenant, repayment_id, reward_id, cents, paid_on, reference, booked_by, approved_by, booked_at)
    values (${tenant}, ${id}, ${rewardId}, ${cents}, ${paidOn.toString()}, ${reference}, ${by}, ${approvedBy},
      ${at.toString()})`.execute(tx)
}

/** Those of a clawback, the newest first, with the ones that were taken back. */
export async function listRepayments(
  tx: Tx,
  tenant: string,
  rewardId: string,
): Promise<Repayment[]> {
  const { rows } = await sql<Repayment>`
    select ${columns} from repayments where tenant = ${tenant} and reward_id = ${rewardId}
    order by booked_at desc, repayment_id desc`.execute(tx)
  return rows
}

/** Those of a person's own rewards, the oldest first, for their data file. */
export async function listRepaymentsOf(
  tx: Tx,
  tenant: string,
  owner: { account: string } | { recipient: string },
): Promise<(Repayment & { reward_id: string })[]> {
  const own =
    'account' in owner
      ? sql`account_id = ${owner.account}`
      : sql`recipient_number = ${owner.recipient} and beneficiary = 'recipient'`
  const { rows } = await sql<Repayment & { reward_id: string }>`
    select reward_id, ${columns} from repayments
    where tenant = ${tenant} and reward_id = any (array(
      select reward_id from rewards where tenant = ${tenant} and ${own}))
    order by booked_at, repayment_id`.execute(tx)
  return rows
}

/** Takes it back, once: the caller has locked its clawback. @returns its cents; undefined if there is none to take back */
export async function markUndone(
  tx: Tx,
  tenant: string,
  undone: { id: string; rewardId: string; by: string; at: Temporal.Instant },
): Promise<number | undefined> {
  const { id, rewardId, by, at } = undone
  const { rows } = await sql<{ cents: number }>`
    update repayments set undone_by = ${by}, undone_at = ${at.toString()}
    where tenant = ${tenant} and repayment_id = ${id} and reward_id = ${rewardId} and undone_at is null
    returning cents`.execute(tx)
  return rows[0]?.cents
}

/** What the bank's statement said may name somebody: it stays as long as payments do. */
export async function forgetReferences(
  tx: Tx,
  tenant: string,
  before: Temporal.Instant,
): Promise<void> {
  await sql`
    update repayments set ${keepsPlan} reference = null
    where tenant = ${tenant} and reference is not null and booked_at < ${before.toString()}`.execute(
    tx,
  )
  await sql`
    update clawbacks set ${keepsPlan} repay_reference = null
    where tenant = ${tenant} and repay_reference is not null and proposed_at < ${before.toString()}`.execute(
    tx,
  )
}

/** Whether the bank sent back what a reward was paid with, also when nothing was owed any more. */
export async function isPayoutReturned(tx: Tx, tenant: string, rewardId: string): Promise<boolean> {
  const { rows } = await sql`
    select from rewards join payouts on payouts.tenant = ${tenant} and payouts.payout_id = rewards.payout_id
    where rewards.tenant = ${tenant} and rewards.reward_id = ${rewardId} and payouts.state = 'returned'`.execute(
    tx,
  )
  return rows.length > 0
}
