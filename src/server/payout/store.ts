import { sql } from 'kysely'
import type { PayoutState } from '../../domain/payout.ts'
import { analyseGrown } from '../db/analyse-grown.ts'
import type { Tx } from '../db/connection.ts'

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
      select tenants.tenant, payout_id, ${batchId}, reward_id, partner_id, end_to_end_id, cents, holder, iban_encrypted, iban_mask, bic,
        ultimate_debtor, 'in-transit', ${now.toString()}::timestamptz
      from tenants, unnest(${of('payoutId')}::uuid[], ${of('rewardId')}::uuid[], ${of('partnerId')}::uuid[], ${of('endToEndId')}::text[],
        ${of('cents')}::bigint[], ${of('holder')}::text[], ${of('ibanEncrypted')}::text[], ${of('ibanMask')}::text[], ${of('bic')}::text[],
        ${of('ultimateDebtor')}::text[])
        as given (payout_id, reward_id, partner_id, end_to_end_id, cents, holder, iban_encrypted, iban_mask, bic, ultimate_debtor)
      where tenants.tenant = ${tenant}`.execute(tx)
  }
  await analyseGrown(tx, 'payouts')
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

export async function findPayout(
  tx: Tx,
  tenant: string,
  endToEndId: string,
): Promise<Payout | undefined> {
  return (await listPayoutsNamed(tx, tenant, [endToEndId]))[0]
}

/** Those with these EndToEndIds. */
export function listPayoutsNamed(
  tx: Tx,
  tenant: string,
  endToEndIds: readonly string[],
): Promise<Payout[]> {
  return tx
    .selectFrom('payouts')
    .select(payoutColumns)
    .where('tenant', '=', tenant)
    .where('end_to_end_id', '=', sql<string>`any(${[...endToEndIds]}::text[])`)
    .$narrowType<{ state: PayoutState }>()
    .execute()
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

/** Moves payouts from their expected state; false if not all were in it. */
export async function movePayouts(
  tx: Tx,
  tenant: string,
  payoutIds: readonly string[],
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
    .where('payout_id', '=', sql<string>`any(${[...payoutIds]}::uuid[])`)
    .where('state', '=', move.from)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === payoutIds.length
}

/** The bank's booking day, told after the payments themselves. */
export async function correctSettledAt(
  tx: Tx,
  tenant: string,
  payoutIds: readonly string[],
  at: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('payouts')
    .set({ settled_at: at.toString() })
    .where('tenant', '=', tenant)
    .where('payout_id', '=', sql<string>`any(${[...payoutIds]}::uuid[])`)
    .where('state', 'in', ['paid', 'returned'])
    .execute()
}

/** Stores the bank's latest status of payments in transit. */
export async function noteBankStatus(
  tx: Tx,
  tenant: string,
  payoutIds: readonly string[],
  bankStatus: string,
): Promise<void> {
  await tx
    .updateTable('payouts')
    .set({ bank_status: bankStatus })
    .where('tenant', '=', tenant)
    .where('payout_id', '=', sql<string>`any(${[...payoutIds]}::uuid[])`)
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

const late = (tenant: string, day: Temporal.PlainDate) => sql`
    from payout_batches
    where tenant = ${tenant} and execution_on < ${day.toString()} and exists (
      select from payouts where payouts.tenant = ${tenant} and payouts.batch_id = payout_batches.batch_id
        and state = 'in-transit')`

export const lateBatches = (tenant: string, day: Temporal.PlainDate) =>
  sql`select 1 ${late(tenant, day)}`

/** Batches of days before this one of which the bank has not told all. @param day see answeredBefore */
export async function countLateBatches(
  tx: Tx,
  tenant: string,
  day: Temporal.PlainDate,
): Promise<{ count: number; newest: Temporal.Instant | null }> {
  const { rows } = await sql<{ count: number; newest: Temporal.Instant | null }>`
    select count(*)::int as count, max(created_at) as newest ${late(tenant, day)}`.execute(tx)
  return rows[0]!
}
