import { cancelEvent } from '../../domain/ledger.ts'
import type { RewardState } from '../../domain/reward.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { Actor } from '../base/audit-store.ts'
import type { Tx } from '../db/connection.ts'
import { changeRewardState } from './change-reward-state.ts'

/** Ends a reward that is not at the bank and whose owner is gone. The caller holds its lock. */
export async function giveUp(
  tx: Tx,
  tenant: Pick<Tenant, 'code'>,
  { reward_id: rewardId, state }: { reward_id: string; state: RewardState },
  actor: Actor,
  at: Temporal.Instant,
): Promise<void> {
  const event = cancelEvent({ state, inTransit: false, paidBy: null })
  const changed =
    event !== null &&
    (await changeRewardState(tx, tenant.code, {
      rewardId,
      from: state,
      to: 'cancelled',
      event,
      eventKey: 'cancelled',
      action: 'reward-given-up',
      actor,
      at,
      set: { cancelled_at: at.toString(), due_on: null },
    }))
  if (!changed) throw new Error('A reward changed while it was locked')
}
