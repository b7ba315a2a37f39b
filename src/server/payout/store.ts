import { sql } from 'kysely'
import type { PayoutState } from '../../domain/payout.ts'
import type { Tx } from '../db/connection.ts'
import type { Reward } from '../reward/store.ts'

export async function insertBatch(
  tx: Tx,
  tenant: string,
  batch: {
    batchId: string
    messageId: string
    executionOn: Temporal.PlainDate
    totalCents: number
    transfers: number
    fileEncrypted: string
    fileHash: string
    now: Temporal.Instant
    createdBy: string
    proposalId: string
    approvedBy: string // the last one
    part: number // of the proposal's files, from 1
  },
): Promise<void> {
  await tx
    .insertInto('payout_batches')
    .values({
      tenant,
      batch_id: batch.batchId,
      message_id: batch.messageId,
      execution_on: batch.executionOn.toString(),
      total_cents: batch.totalCents,
      transfers: batch.transfers,
      file_encrypted: Buffer.from(batch.fileEncrypted),
      file_hash: batch.fileHash,
      created_at: batch.now.toString(),
      created_by: batch.createdBy,
      proposal_id: batch.proposalId,
      approved_by: batch.approvedBy,
      part: batch.part,
    })
    .execute()
}

export type NewPayout = {
  payoutId: string
  rewardId: string | null // one of the two
  partnerId: string | null
  endToEndId: string
  cents: number
  holder: string
  ibanEncrypted: string
  ibanMask: string
  bic: string | null
  ultimateDebtor: string | null // the agency in whose name it is paid
}

export async function insertPayouts(
  tx: Tx,
  tenant: string,
  batchId: string,
  payouts: readonly NewPayout[],
  now: Temporal.Instant,
): Promise<void> {
  for (let at = 0; at < payouts.length; at += 5_000) {
    const some = payouts.slice(at, at + 5_000)
    const of = (name: keyof NewPayout) => some.map((payout) => payout[name])
    await sql`
      insert into payouts (tenant, payout_id, batch_id, reward_id, partner_id, end_to_end_id, cents, holder, iban_encrypted, iban_mask, bic,
        ultimate_debtor, state, created_at)
      select ${tenant}, payout_id, ${batchId}, reward_id, partner_id, end_to_end_id, cents, holder, iban_encrypted, iban_mask, bic,
        ultimate_debtor, 'in-transit', ${now.toString()}::timestamptz
      from unnest(${of('payoutId')}::uuid[], ${of('rewardId')}::uuid[], ${of('partnerId')}::uuid[], ${of('endToEndId')}::text[],
        ${of('cents')}::bigint[], ${of('holder')}::text[], ${of('ibanEncrypted')}::text[], ${of('ibanMask')}::text[], ${of('bic')}::text[],
        ${of('ultimateDebtor')}::text[])
        as given (payout_id, reward_id, partner_id, end_to_end_id, cents, holder, iban_encrypted, iban_mask, bic, ultimate_debtor)`.execute(
      tx,
    )
  }
}

export type Payout = {
  payout_id: string
  batch_id: string
  reward_id: string | null // one of the two
  partner_id: string | null
  end_to_end_id: string
  cents: number
  iban_mask: string
  state: PayoutState
  bank_status: string | null
  reason: string | null
  held_at: Temporal.Instant | null // failed, and waiting for an operator
  created_at: Temporal.Instant
  settled_at: Temporal.Instant | null
  ultimate_debtor: string | null
}

const payoutColumns = [
  'payout_id',
  'batch_id',
  'reward_id',
  'partner_id',
  'end_to_end_id',
  'cents',
  'iban_mask',
  'state',
  'bank_status',
  'reason',
  'held_at',
  'created_at',
  'settled_at',
  'ultimate_debtor',
] as const

export function findPayout(
  tx: Tx,
  tenant: string,
  endToEndId: string,
): Promise<Payout | undefined> {
  return tx
    .selectFrom('payouts')
    .select(payoutColumns)
    .where('tenant', '=', tenant)
    .where('end_to_end_id', '=', endToEndId)
    .$narrowType<{ state: PayoutState }>()
    .executeTakeFirst()
}

export function findPayoutById(
  tx: Tx,
  tenant: string,
  payoutId: string,
): Promise<Payout | undefined> {
  return tx
    .selectFrom('payouts')
    .select(payoutColumns)
    .where('tenant', '=', tenant)
    .where('payout_id', '=', payoutId)
    .$narrowType<{ state: PayoutState }>()
    .executeTakeFirst()
}

export function listPayoutsOf(tx: Tx, tenant: string, batchId: string): Promise<Payout[]> {
  return tx
    .selectFrom('payouts')
    .select(payoutColumns)
    .where('tenant', '=', tenant)
    .where('batch_id', '=', batchId)
    .orderBy('payout_id')
    .$narrowType<{ state: PayoutState }>()
    .execute()
}

/** Moves a payout from its expected state; false if not in it. */
export async function movePayout(
  tx: Tx,
  tenant: string,
  payoutId: string,
  move: {
    from: PayoutState
    to: PayoutState
    bankStatus: string
    reason: string | null
    held: boolean
    settledAt: Temporal.Instant
    now: Temporal.Instant
  },
): Promise<boolean> {
  const result = await tx
    .updateTable('payouts')
    .set({
      state: move.to,
      bank_status: move.bankStatus,
      reason: move.reason,
      ...(move.to === 'paid' && { settled_at: move.settledAt.toString() }),
      ...(move.held && { held_at: move.now.toString() }),
    })
    .where('tenant', '=', tenant)
    .where('payout_id', '=', payoutId)
    .where('state', '=', move.from)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export type HeldPayment = {
  endToEndId: string // of unsent ones the reward's id
  batchId: string | null
  ownerless: boolean // the owner was erased, so nobody can be asked
  partner: string | null // its number; null: a reward's
  state: PayoutState | 'not-sent'
  reason: string | null
  cents: number
  heldAt: Temporal.Instant
}

/** Whether a reward is unpayable and its owner erased (reopen-reward.ts). */
export const isHeldUnsent = (
  reward: Pick<Reward, 'state' | 'payout_id' | 'due_on' | 'payout_problem'>,
): boolean =>
  reward.state === 'collected' &&
  reward.payout_id === null &&
  reward.due_on === null &&
  reward.payout_problem !== null

/** Held failed payments and unpayable rewards, oldest first; not of orders cancelled since. */
export async function selectHeld(tx: Tx, tenant: string): Promise<HeldPayment[]> {
  const { rows } = await sql<HeldPayment>`
    select end_to_end_id as "endToEndId", batch_id as "batchId", sales_partners.number as partner,
      payouts.partner_id is null and accounts.account_id is null and coalesce(recipients.email, '') = '' as ownerless,
      payouts.state, reason, payouts.cents, held_at as "heldAt"
    from payouts
      left join rewards on rewards.tenant = ${tenant} and rewards.reward_id = payouts.reward_id
      left join accounts on accounts.tenant = ${tenant} and accounts.account_id = rewards.account_id
      left join recipients on recipients.tenant = ${tenant} and recipients.number = rewards.recipient_number
      left join sales_partners on sales_partners.tenant = ${tenant} and sales_partners.partner_id = payouts.partner_id
    where payouts.tenant = ${tenant} and held_at is not null
      and (payouts.partner_id is not null or rewards.state = 'collected')
    union all
    select rewards.reward_id::text, null, null, true, 'not-sent', payout_problem, cents,
      (select max(at) from audit_log
       where audit_log.tenant = ${tenant} and subject_kind = 'reward' and subject_id = rewards.reward_id::text
         and action = 'reward-payment-held')
    from rewards
    where rewards.tenant = ${tenant} and rewards.state = 'collected' and payout_id is null and due_on is null
      and payout_problem is not null
    order by 8, 1`.execute(tx)
  return rows
}

/** Ends the hold; false if done before. */
export async function endHold(tx: Tx, tenant: string, payoutId: string): Promise<boolean> {
  const result = await tx
    .updateTable('payouts')
    .set({ held_at: null })
    .where('tenant', '=', tenant)
    .where('payout_id', '=', payoutId)
    .where('held_at', 'is not', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** The bank's booking day, told after the payment itself. */
export async function correctSettledAt(
  tx: Tx,
  tenant: string,
  payoutId: string,
  at: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('payouts')
    .set({ settled_at: at.toString() })
    .where('tenant', '=', tenant)
    .where('payout_id', '=', payoutId)
    .where('state', '=', 'paid')
    .execute()
}

/** Stores the bank's latest status of a payment in transit. */
export async function noteBankStatus(
  tx: Tx,
  tenant: string,
  payoutId: string,
  bankStatus: string,
): Promise<void> {
  await tx
    .updateTable('payouts')
    .set({ bank_status: bankStatus })
    .where('tenant', '=', tenant)
    .where('payout_id', '=', payoutId)
    .where('state', '=', 'in-transit')
    .execute()
}

export type Batch = {
  batch_id: string
  message_id: string
  execution_on: string
  total_cents: number
  transfers: number
  created_at: Temporal.Instant
  created_by: string
  proposal_id: string | null // of before there were proposals
  part: number | null
}

const batchColumns = [
  'batch_id',
  'message_id',
  'execution_on',
  'total_cents',
  'transfers',
  'created_at',
  'created_by',
  'proposal_id',
  'part',
] as const

/** The files of a proposal. */
export function listFilesOf(tx: Tx, tenant: string, proposalId: string): Promise<Batch[]> {
  return tx
    .selectFrom('payout_batches')
    .select(batchColumns)
    .where('tenant', '=', tenant)
    .where('proposal_id', '=', proposalId)
    .orderBy('part')
    .execute()
}

export function findBatch(tx: Tx, tenant: string, batchId: string): Promise<Batch | undefined> {
  return tx
    .selectFrom('payout_batches')
    .select(batchColumns)
    .where('tenant', '=', tenant)
    .where('batch_id', '=', batchId)
    .executeTakeFirst()
}

/** A batch's payouts by its id, or the one with that EndToEndId. */
export async function findPayouts(tx: Tx, tenant: string, id: string): Promise<Payout[]> {
  const batch = await findBatch(tx, tenant, id)
  if (batch) return listPayoutsOf(tx, tenant, batch.batch_id)
  const payout = await findPayout(tx, tenant, id)
  return payout ? [payout] : []
}

export function findBatchByMessage(
  tx: Tx,
  tenant: string,
  messageId: string,
): Promise<Batch | undefined> {
  return tx
    .selectFrom('payout_batches')
    .select(batchColumns)
    .where('tenant', '=', tenant)
    .where('message_id', '=', messageId)
    .executeTakeFirst()
}

/** Newest first. */
export function selectBatches(tx: Tx, tenant: string, limit: number): Promise<Batch[]> {
  return tx
    .selectFrom('payout_batches')
    .select(batchColumns)
    .where('tenant', '=', tenant)
    .orderBy('created_at', 'desc')
    .orderBy('batch_id', 'desc')
    .limit(limit)
    .execute()
}

/** A batch's payouts by state, with cents and the number for sales partners. */
export function sumByState(tx: Tx, tenant: string, batchIds: string[]) {
  return tx
    .selectFrom('payouts')
    .select((eb) => [
      'batch_id',
      'state',
      eb.fn.countAll<number>().as('count'),
      eb.fn.count<number>('partner_id').as('partners'),
      // sum(bigint) is numeric, returned as text; a batch is far below 2^53 cents.
      sql<number>`sum(cents)::bigint`.as('cents'),
    ])
    .where('tenant', '=', tenant)
    .where('batch_id', '=', sql<string>`any(${batchIds}::text[])`)
    .groupBy(['batch_id', 'state'])
    .$narrowType<{ state: PayoutState }>()
    .execute()
}

/** Batches of days before this one of which the bank has not told all. @param day see answeredBefore */
export async function countLateBatches(
  tx: Tx,
  tenant: string,
  day: Temporal.PlainDate,
): Promise<{ count: number; newest: Temporal.Instant | null }> {
  const { rows } = await sql<{ count: number; newest: Temporal.Instant | null }>`
    select count(*)::int as count, max(created_at) as newest from payout_batches
    where tenant = ${tenant} and execution_on < ${day.toString()} and exists (
      select from payouts where payouts.tenant = ${tenant} and payouts.batch_id = payout_batches.batch_id
        and state = 'in-transit')`.execute(tx)
  return rows[0]!
}
