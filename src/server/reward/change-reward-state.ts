import type { ChangeAction } from '../../contract/audit-changes.ts'
import type { RewardEvent } from '../../domain/ledger.ts'
import { changeReward, type RewardState } from '../../domain/reward.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Tx } from '../db/connection.ts'
import { post } from './ledger-store.ts'
import { closeCase } from './review-store.ts'
import { updateRewardState, type RewardChanges, type TakenAs } from './store.ts'

/**
 * The only way to change a reward's state: checked by the rules (domain/reward.ts), one conditional update, posting and audit
 * row. False, without effect, if it has left `from`. The caller refreshes the referral (refresh-referral.ts) and queues mails.
 * `event` null: the money stays where it is.
 */
export async function changeRewardState(
  tx: Tx,
  tenant: string,
  change: {
    rewardId: string
    from: RewardState
    to: RewardState
    event: RewardEvent | null
    eventKey: string // unique per reward, e.g. 'provided' or `payout:${payoutId}:settled`
    action: ChangeAction // for the audit log, e.g. 'reward-provided'
    actor: Actor
    at: Temporal.Instant
    bookedAt?: Temporal.Instant // when the bank moved the money, if it says so
    set?: RewardChanges
    details?: Record<string, unknown>
    reason?: string // why a person decided so
  },
): Promise<boolean> {
  const { rewardId, from, to, event } = change
  if (!isAllowed(from, to, event, change.set?.taken_as))
    throw new Error(`A reward does not go from ${from} to ${to}`)
  const updated = await updateRewardState(tx, tenant, rewardId, from, to, change.set ?? {})
  if (!updated) return false
  // A decision closes its case itself, before.
  if (to === 'cancelled' || to === 'expired')
    await closeCase(tx, tenant, rewardId, { outcome: 'moot', at: change.at, by: null })
  if (event) {
    const posted = await post(
      tx,
      tenant,
      { rewardId, ...updated },
      event,
      change.eventKey,
      change.bookedAt ?? change.at,
    )
    if (!posted)
      throw new Error(`The posting ${change.eventKey} of a reward was there before its change`)
  }
  await audit(tx, tenant, {
    at: change.at,
    actor: change.actor,
    action: change.action,
    subjectKind: 'reward',
    subjectId: rewardId,
    ...(change.details ? { details: change.details } : {}),
    change: { before: { state: from }, after: { state: to } },
    ...(change.reason ? { reason: change.reason } : {}),
  })
  return true
}

/** A voucher is handed over when chosen, so it passes collected in one step, and so does what is set off as a whole. */
function isAllowed(
  from: RewardState,
  to: RewardState,
  event: RewardEvent | null,
  takenAs: TakenAs | null | undefined,
): boolean {
  if (to === 'paid' && takenAs === 'set-off') return from === 'provided' || from === 'collected'
  if (event === 'collected-voucher-paid') {
    return (
      changeReward(from, 'collected').kind === 'changed' &&
      changeReward('collected', to).kind === 'changed'
    )
  }
  // A payment that never left: the reward stays collected, only the money moves.
  const stays = from === 'collected' && to === 'collected'
  if (stays && (event === 'rejected' || event === null)) return true
  return changeReward(from, to).kind === 'changed'
}
