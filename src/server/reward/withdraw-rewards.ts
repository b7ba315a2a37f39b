import { cancelEvent } from '../../domain/ledger.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Tx } from '../db/connection.ts'
import { changeRewardState } from './change-reward-state.ts'
import { openClawback } from './clawback-store.ts'
import { post } from './ledger-store.ts'
import { closeCase, lockCase } from './review-store.ts'
import { undoSetOffs } from './set-off-reward.ts'
import {
  lockOrderRewards,
  lockReward,
  markClaimedBack,
  markClaimSettled,
  type Reward,
  type RewardChanges,
} from './store.ts'

export type Withdrawn = { cancelled: string[]; claimed: string[]; waiting: string[] }

/** What a cancellation does to a reward; null: nothing. */
export function withdrawalOf(reward: Reward): keyof Withdrawn | null {
  const event = eventOf(reward)
  if (event === 'claim-bank' || event === 'claim-voucher')
    // One at the bank on cancellation became a claim when it settled.
    return reward.claimed_back_at ? null : 'claimed'
  if (event) return 'cancelled'
  return reward.state === 'collected' && reward.claimed_back_at === null ? 'waiting' : null
}

const eventOf = (reward: Reward) =>
  cancelEvent({
    state: reward.state,
    inTransit: reward.payout_id !== null && reward.state === 'collected',
    paidBy: reward.taken_as === 'cash' ? 'bank' : reward.taken_as,
  })

/**
 * Withdraws a cancelled order's rewards: unpaid ones are cancelled, paid ones become claims, those at the bank are marked as
 * claimed back and wait (payout/apply-word.ts). Idempotent. The caller locks and cancels the order. `lostCents`: what they were, together.
 */
export async function withdrawRewards(
  tx: Tx,
  tenant: string,
  orderNumber: string,
  at: Temporal.Instant,
  actor: Actor,
): Promise<Withdrawn & { lostCents: number }> {
  const withdrawn: Withdrawn = { cancelled: [], claimed: [], waiting: [] }
  let lostCents = 0
  const rewards = await lockOrderRewards(tx, tenant, orderNumber)
  for (const reward of rewards) {
    // What an appeal granted for it goes with it; the loop comes to it.
    if (reward.review === 'refused') rewards.push(...(await lockGranted(tx, tenant, reward)))
    const whole = reward.cents + reward.set_off_cents
    if (reward.set_off_cents > 0) await undoSetOffs(tx, tenant, reward.reward_id, at)
    if (reward.state === 'paid' && reward.taken_as === 'set-off') {
      if (reward.claimed_back_at) continue
      // Nothing was paid, so nothing is to be got back for it.
      await markClaimedBack(tx, tenant, reward.reward_id, at)
      await markClaimSettled(tx, tenant, reward.reward_id, at)
      await note(tx, tenant, reward, 'reward-cancelled', at, actor)
      lostCents += whole
      continue
    }
    const what = withdrawalOf(reward)
    const event = eventOf(reward)
    if (what === 'claimed' && event) {
      await post(tx, tenant, target(reward), event, 'claimed-back', at)
      await markClaimedBack(tx, tenant, reward.reward_id, at)
      await openClawback(tx, tenant, { ...target(reward), at })
      await note(tx, tenant, reward, 'reward-claimed-back', at, actor)
    } else if (what === 'cancelled' && event) {
      const set: RewardChanges = { cancelled_at: at.toString(), due_on: null }
      await changeRewardState(tx, tenant, {
        rewardId: reward.reward_id,
        from: reward.state,
        to: 'cancelled',
        event,
        eventKey: 'cancelled',
        action: 'reward-cancelled',
        actor,
        at,
        set,
        details: { orderNumber },
      })
    } else if (reward.state === 'cancelled') {
      // An appeal has nothing left to decide.
      await closeCase(tx, tenant, reward.reward_id, { outcome: 'moot', at, by: null })
    } else if (what === 'waiting') {
      await markClaimedBack(tx, tenant, reward.reward_id, at)
      await note(tx, tenant, reward, 'reward-to-claim-back', at, actor)
    }
    if (!what) continue
    withdrawn[what].push(reward.reward_id)
    lostCents += whole
  }
  return { ...withdrawn, lostCents }
}

/** The new reward of a refused one whose appeal was accepted. */
async function lockGranted(tx: Tx, tenant: string, reward: Reward): Promise<Reward[]> {
  const found = await lockCase(tx, tenant, reward.reward_id)
  const granted = found?.appeal_id && (await lockReward(tx, tenant, found.appeal_id))
  return granted ? [{ ...granted, order_number: reward.order_number }] : []
}

const target = (reward: Reward) => ({ rewardId: reward.reward_id, cents: reward.cents })

function note(
  tx: Tx,
  tenant: string,
  reward: Reward,
  action: 'reward-cancelled' | 'reward-claimed-back' | 'reward-to-claim-back',
  at: Temporal.Instant,
  actor: Actor,
): Promise<void> {
  return audit(tx, tenant, {
    at,
    actor,
    action,
    subjectKind: 'reward',
    subjectId: reward.reward_id,
    details: { orderNumber: reward.order_number },
    change: { before: { state: reward.state, claimedBack: false }, after: { claimedBack: true } },
  })
}
