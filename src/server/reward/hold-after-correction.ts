import { cannotHold } from '../../domain/reward-acts.ts'
import { audit, system } from '../base/audit-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { listUnpaidRewards, lockUnpaidRewards } from './account-end-store.ts'
import { holdReward } from './hold-reward.ts'
import { findReward } from './store.ts'

/**
 * What an account has earned waits for a review once its address is one that an operator asked for: whoever reads the new mailbox may be
 * somebody else (decision 592).
 */
export async function holdAfterCorrection(
  tx: Tx,
  { tenant, now: at }: Pick<Call, 'tenant' | 'now'>,
  accountId: string,
  askedBy: string,
): Promise<void> {
  await lockUnpaidRewards(tx, tenant.code, accountId)
  for (const { reward_id: rewardId } of await listUnpaidRewards(tx, tenant.code, accountId)) {
    const reward = await findReward(tx, tenant.code, rewardId)
    if (!reward || cannotHold({ ...reward, isInBatch: reward.payout_id !== null })) continue
    const reasons = [...new Set([...reward.review_reasons, 'by-hand' as const])]
    await holdReward(tx, tenant, { rewardId, cents: reward.cents, reasons, at })
    await audit(tx, tenant.code, {
      at,
      actor: system,
      action: 'reward-held',
      subjectKind: 'reward',
      subjectId: rewardId,
      details: { reasons: ['by-hand'], because: 'address-corrected', askedBy },
    })
  }
}
