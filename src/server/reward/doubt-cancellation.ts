import { cannotHold } from '../../domain/reward-acts.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, system, type Actor } from '../base/audit-store.ts'
import type { Tx } from '../db/connection.ts'
import { findDoubts } from '../order/state-store.ts'
import { lockOrder } from '../order/store.ts'
import { doubtOrder } from './doubt-order.ts'
import { holdReward } from './hold-reward.ts'
import { lockOrderRewards } from './store.ts'

/**
 * The provider cancelled an order by its number, with other entries than we know. Nothing is cancelled, but what is not at the bank yet
 * waits for a review, later rewards of the order included. Once for each order: a repeated line holds nothing that was approved since.
 */
export async function doubtCancellation(
  tx: Tx,
  tenant: Tenant,
  number: string,
  { source, actor, at }: { source: string; actor: Actor; at: Temporal.Instant },
): Promise<void> {
  const order = await lockOrder(tx, tenant.code, number)
  if (!order || order.state === 'cancelled') return
  const { doubts, by, bringer } = await findDoubts(tx, tenant.code, number)
  if (doubts.includes('cancel-differs')) return
  // Whoever attached it in spite of doubts stays the one who does not decide.
  await doubtOrder(tx, tenant.code, number, [...doubts, 'cancel-differs'], {
    by: by ?? source,
    bringer,
    actor,
    at,
    details: { source },
  })
  for (const reward of await lockOrderRewards(tx, tenant.code, number)) {
    if (cannotHold({ ...reward, isInBatch: reward.payout_id !== null })) continue
    const { reward_id: rewardId, cents, review_reasons: known } = reward
    const reasons = [...new Set([...known, 'by-hand' as const])]
    await holdReward(tx, tenant, { rewardId, cents, reasons, at })
    await audit(tx, tenant.code, {
      at,
      actor: system,
      action: 'reward-held',
      subjectKind: 'reward',
      subjectId: rewardId,
      details: { reasons: ['by-hand'], because: 'cancel-differs' },
    })
  }
}
