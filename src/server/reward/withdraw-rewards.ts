import { cancelEvent } from '../../domain/ledger.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Tx } from '../db/connection.ts'
import { changeRewardState } from './change-reward-state.ts'
import { post } from './ledger-store.ts'
import { lockOrderRewards, markClaimedBack, type Reward, type RewardChanges } from './store.ts'

export type Withdrawn = { cancelled: string[]; claimed: string[]; waiting: string[] }

/**
 * Withdraws a cancelled order's rewards: unpaid ones are cancelled, paid ones become claims, those at the bank are marked as
 * claimed back and wait (payout/apply-word.ts). Idempotent. The caller locks and cancels the order.
 */
export async function withdrawRewards(
  tx: Tx,
  tenant: string,
  orderNumber: string,
  at: Temporal.Instant,
  actor: Actor,
): Promise<Withdrawn> {
  const withdrawn: Withdrawn = { cancelled: [], claimed: [], waiting: [] }
  for (const reward of await lockOrderRewards(tx, tenant, orderNumber)) {
    const event = cancelEvent({
      state: reward.state,
      inTransit: reward.payout_id !== null && reward.state === 'collected',
      paidBy: reward.taken_as === 'cash' ? 'bank' : reward.taken_as,
    })
    if (event === 'claim-bank' || event === 'claim-voucher') {
      // One at the bank on cancellation became a claim when it settled.
      if (reward.claimed_back_at) continue
      await post(tx, tenant, target(reward), event, 'claimed-back', at)
      await markClaimedBack(tx, tenant, reward.reward_id, at)
      await note(tx, tenant, reward, 'reward-claimed-back', at, actor)
      withdrawn.claimed.push(reward.reward_id)
    } else if (event) {
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
      withdrawn.cancelled.push(reward.reward_id)
    } else if (reward.state === 'collected' && reward.claimed_back_at === null) {
      await markClaimedBack(tx, tenant, reward.reward_id, at)
      await note(tx, tenant, reward, 'reward-to-claim-back', at, actor)
      withdrawn.waiting.push(reward.reward_id)
    }
  }
  return withdrawn
}

const target = (reward: Reward) => ({ rewardId: reward.reward_id, cents: reward.cents })

function note(
  tx: Tx,
  tenant: string,
  reward: Reward,
  action: string,
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
  })
}
