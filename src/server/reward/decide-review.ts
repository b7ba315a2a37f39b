import { cancelEvent } from '../../domain/ledger.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, isHeldByOwnCorrection, type Actor } from '../base/audit-store.ts'
import { isUuid } from '../base/uuid.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { listDoubters } from '../order/state-store.ts'
import { changeRewardState } from './change-reward-state.ts'
import { decideAppeal, isAppeal } from './decide-appeal.ts'
import { linkToAppeal } from './review-link.ts'
import { closeCase, lockCase } from './review-store.ts'
import { refreshReferral } from './refresh-referral.ts'
import { mailRefusal } from './refuse-orders.ts'
import { undoSetOffs } from './set-off-reward.ts'
import { findContact, lockReward, updateReview } from './store.ts'

export type Decided =
  | 'done'
  | 'already'
  | 'not-held'
  | 'unknown'
  | 'second-person' // whoever decided first or entered the appeal, attached the contract in spite of doubts (633), or corrected the address (592)
  | 'order-cancelled'

/**
 * Ends the review of a held reward. Approved: an open one is provided, a collected one paid with the next due batch. Refused:
 * cancelled, and the beneficiary is mailed the reason and how to object. An appeal is answered. A repeated decision is 'already';
 * any other reward 'not-held'.
 */
export async function decideReview(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'keys'>,
  tenant: Tenant,
  rewardId: string,
  decision: 'approve' | Refusal,
  actor: Actor,
  reason?: string, // why, in the operator’s words
): Promise<Decided> {
  const reward = isUuid(rewardId) ? await lockReward(tx, tenant.code, rewardId) : undefined
  if (!reward) return 'unknown'
  const found = await lockCase(tx, tenant.code, rewardId)
  const { order_number: order } = reward
  if (order !== null && (await listDoubters(tx, tenant.code, order)).includes(actor.id))
    return 'second-person'
  if (await isHeldByOwnCorrection(tx, tenant.code, rewardId, actor.id)) return 'second-person'
  if (isAppeal(found))
    return decideAppeal(tx, deps, tenant, { reward, found }, decision, actor, reason)
  const review = decision === 'approve' ? 'approved' : 'refused'
  if (reward.review === review) return 'already'
  if (reward.review !== 'held') return 'not-held'
  const at = deps.clock.now()
  if (decision === 'approve') {
    await closeCase(tx, tenant.code, rewardId, { outcome: review, at, by: actor.id })
    await updateReview(tx, tenant.code, rewardId, 'approved', reward.review_reasons)
    await audit(tx, tenant.code, {
      at,
      actor,
      action: 'review-approved',
      subjectKind: 'reward',
      subjectId: rewardId,
      details: { reasons: reward.review_reasons },
      change: { before: { review: reward.review }, after: { review } },
      ...(reason ? { reason } : {}),
    })
    if (reward.state === 'open') await enqueue(tx, tenant.code, 'provide-rewards', { rewardId })
    return 'done'
  }
  const event = cancelEvent({
    state: reward.state,
    inTransit: reward.payout_id !== null,
    paidBy: reward.taken_as === 'cash' ? 'bank' : reward.taken_as,
  })
  // Paid, at the bank, or over.
  if (!event || event.startsWith('claim')) return 'not-held'
  await closeCase(tx, tenant.code, rewardId, { outcome: review, at, by: actor.id })
  if (reward.set_off_cents > 0) await undoSetOffs(tx, tenant.code, rewardId, at)
  await changeRewardState(tx, tenant.code, {
    rewardId,
    from: reward.state,
    to: 'cancelled',
    event,
    eventKey: 'cancelled',
    action: 'review-refused',
    actor,
    at,
    set: {
      review: 'refused',
      refusal_reason: decision.reason,
      refusal_note: decision.note,
      cancelled_at: at.toString(),
      due_on: null,
    },
    details: { reasons: reward.review_reasons, reason: decision.reason },
    ...(reason ? { reason } : {}),
  })
  if (reward.referral_number) {
    await refreshReferral(tx, tenant.code, reward.referral_number, deps.clock.today())
  }
  const contact = await findContact(tx, tenant.code, rewardId)
  if (contact) {
    const side = { ...contact, referralNumber: reward.referral_number }
    const link = await linkToAppeal(tx, deps, tenant, rewardId)
    await mailRefusal(tx, tenant, side, decision, { at, key: `reward|${rewardId}`, link })
  }
  return 'done'
}
