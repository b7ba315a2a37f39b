import type { HoldingCorrection } from '../../domain/correction.ts'
import { cannotHold } from '../../domain/reward-acts.ts'
import { audit, system } from '../base/audit-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { holdReward } from './hold-reward.ts'
import { findReward } from './store.ts'

/**
 * What somebody has earned waits for a review once their address is one that an operator asked for: whoever reads the new mailbox may be
 * somebody else (decisions 592, 637, 720). @param rewardIds unpaid, locked
 */
export async function holdAfterCorrection(
  tx: Tx,
  { tenant, now: at }: Pick<Call, 'tenant' | 'now'>,
  rewardIds: readonly string[],
  askedBy: string | null, // null: it was before the bank gave the money back
  because: HoldingCorrection = 'address-corrected',
): Promise<void> {
  for (const rewardId of rewardIds) {
    const reward = await findReward(tx, tenant.code, rewardId)
    if (!reward) continue
    const why = cannotHold({ ...reward, isInBatch: reward.payout_id !== null })
    if (why && why !== 'held') continue
    const reasons = [...new Set([...reward.review_reasons, 'by-hand' as const])]
    if (!why) await holdReward(tx, tenant, { rewardId, cents: reward.cents, reasons, at })
    await noteCorrection(tx, tenant.code, { rewardId, at }, because, askedBy)
  }
}

/** Whoever asked for the correction does not decide about the reward (isHeldByOwnCorrection). */
export const noteCorrection = (
  tx: Tx,
  tenant: string,
  { rewardId, at }: { rewardId: string; at: Temporal.Instant },
  because: HoldingCorrection,
  askedBy: string | null,
): Promise<void> =>
  audit(tx, tenant, {
    at,
    actor: system,
    action: 'reward-held',
    subjectKind: 'reward',
    subjectId: rewardId,
    details: { reasons: ['by-hand'], because, ...(askedBy ? { askedBy } : {}) },
  })
