import { sql } from 'kysely'
import type { Denomination } from '../../domain/reward.ts'
import type { Tx } from '../db/connection.ts'

/** A code that is said to be faulty, and a second person has not decided. */
export const isReported = sql`doubted_at is not null and faulty_at is null`

/**
 * Locks up to `count` free codes of one value that are good on `from` or longer, the first to expire first; returns their ids. Skips locked ones, so
 * that parallel collections never wait.
 */
export async function lockFreeVouchers(
  tx: Tx,
  tenant: string,
  optionId: string,
  { cents, count }: Denomination,
  from: Temporal.PlainDate,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('vouchers')
    .select('voucher_id')
    .where('tenant', '=', tenant)
    .where('option_id', '=', optionId)
    .where('cents', '=', cents)
    .where('reward_id', 'is', null)
    .where((eb) => eb.or([eb('expires_on', 'is', null), eb('expires_on', '>=', from.toString())]))
    .orderBy('expires_on', (one) => one.asc().nullsLast())
    .orderBy('voucher_id')
    .limit(count)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map((row) => row.voucher_id)
}

/** Assigns locked codes to a reward; returns how many were still free. */
export async function takeVouchers(
  tx: Tx,
  tenant: string,
  ids: string[],
  rewardId: string,
  at: Temporal.Instant,
): Promise<number> {
  const result = await sql`
    update vouchers set reward_id = ${rewardId}, taken_at = ${at.toString()}
    where tenant = ${tenant} and voucher_id = any(${ids}::uuid[]) and reward_id is null`.execute(tx)
  return Number(result.numAffectedRows)
}

export type RewardCode = {
  voucher_id: string
  option_id: string
  cents: number
  doubted_at: Temporal.Instant | null
  doubted_by: string | null
  faulty_at: Temporal.Instant | null
  faulty_by: string | null
  shown_at: Temporal.Instant | null
}

/** A reward's codes as its mail lists them, those out of use among them; never what they say. */
export function listCodes(tx: Tx, tenant: string, rewardId: string): Promise<RewardCode[]> {
  return tx
    .selectFrom('vouchers')
    .select([
      'voucher_id',
      'option_id',
      'cents',
      'doubted_at',
      'doubted_by',
      'faulty_at',
      'faulty_by',
      'shown_at',
    ])
    .where('tenant', '=', tenant)
    .where('reward_id', '=', rewardId)
    .orderBy('cents', 'desc')
    .orderBy('voucher_id')
    .execute()
}

/** Reported, until a second person decides; null: they decided against it. The caller has locked its reward. */
export async function doubtCode(
  tx: Tx,
  tenant: string,
  id: string,
  doubted: { by: string; at: Temporal.Instant } | null,
): Promise<void> {
  await tx
    .updateTable('vouchers')
    .set({ doubted_by: doubted?.by ?? null, doubted_at: doubted?.at.toString() ?? null })
    .where('tenant', '=', tenant)
    .where('voucher_id', '=', id)
    .execute()
}

/** Out of use for good; its reward keeps it. The caller has locked its reward. */
export async function retireCode(
  tx: Tx,
  tenant: string,
  id: string,
  { by, at }: { by: string; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('vouchers')
    .set({ faulty_by: by, faulty_at: at.toString() })
    .where('tenant', '=', tenant)
    .where('voucher_id', '=', id)
    .where('faulty_at', 'is', null)
    .execute()
}

/** Which of these codes (keyed hashes) the tenant already has in any option. */
export async function findKnownCodes(
  tx: Tx,
  tenant: string,
  hashes: string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ code_hash: string }>`
    select code_hash from vouchers where tenant = ${tenant} and code_hash = any(${hashes})`.execute(
    tx,
  )
  return new Set(rows.map((row) => row.code_hash))
}

export type NewVoucher = {
  id: string
  cents: number
  expiresOn: Temporal.PlainDate | null
  codeEncrypted: string
  codeHash: string
}

/** Returns the inserted ids; codes of a parallel import are skipped. */
export async function insertVouchers(
  tx: Tx,
  tenant: string,
  optionId: string,
  vouchers: NewVoucher[],
  at: Temporal.Instant,
): Promise<Set<string>> {
  if (vouchers.length === 0) return new Set()
  const rows = await tx
    .insertInto('vouchers')
    .values(
      vouchers.map((voucher) => ({
        tenant,
        voucher_id: voucher.id,
        option_id: optionId,
        cents: voucher.cents,
        expires_on: voucher.expiresOn?.toString() ?? null,
        code_encrypted: voucher.codeEncrypted,
        code_hash: voucher.codeHash,
        imported_at: at.toString(),
      })),
    )
    .onConflict((conflict) => conflict.columns(['tenant', 'code_hash']).doNothing())
    .returning('voucher_id')
    .execute()
  return new Set(rows.map((row) => row.voucher_id))
}
