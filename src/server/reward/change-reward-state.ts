import type { ChangeAction } from '../../contract/audit-changes.ts'
import type { RewardEvent } from '../../domain/ledger.ts'
import { changeReward, type RewardState } from '../../domain/reward.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Tx } from '../db/connection.ts'
import { postMany } from './ledger-store.ts'
import { closeCases } from './review-store.ts'
import { updateRewardStates, type RewardChanges, type TakenAs } from './store.ts'

type Change = {
  from: RewardState
  to: RewardState
  event: RewardEvent | null
  action: ChangeAction // for the audit log, e.g. 'reward-provided'
  actor: Actor
  at: Temporal.Instant
  bookedAt?: Temporal.Instant // when the bank moved the money, if it says so
  set?: RewardChanges
  details?: Record<string, unknown>
  reason?: string // why a person decided so
}
type Changing = {
  rewardId: string
  eventKey: string // unique per reward, e.g. 'provided' or `payout:${payoutId}:settled`
}

/**
 * The only way to change a reward's state: checked by the rules (domain/reward.ts), one conditional update, posting and audit
 * row. False, without effect, if it has left `from`. The caller refreshes the referral (refresh-referral.ts) and queues mails.
 * `event` null: the money stays where it is.
 */
export async function changeRewardState(
  tx: Tx,
  tenant: string,
  { rewardId, eventKey, ...change }: Change & Changing,
): Promise<boolean> {
  return (await changeRewardStates(tx, tenant, [{ rewardId, eventKey }], change)) === 1
}

/** The same change of many rewards. @returns how many had not left `from` */
export async function changeRewardStates(
  tx: Tx,
  tenant: string,
  rewards: readonly Changing[],
  change: Change,
): Promise<number> {
  const { from, to, event } = change
  if (!isAllowed(from, to, event, change.set?.taken_as))
    throw new Error(`A reward does not go from ${from} to ${to}`)
  const ids = rewards.map(({ rewardId }) => rewardId)
  const updated = await updateRewardStates(tx, tenant, ids, from, to, change.set ?? {})
  // A decision closes its case itself, before.
  if (to === 'cancelled' || to === 'expired')
    await closeCases(
      tx,
      tenant,
      updated.map(({ rewardId }) => rewardId),
      { outcome: 'moot', at: change.at, by: null },
    )
  if (event && updated.length > 0) {
    const keys = new Map(rewards.map(({ rewardId, eventKey }) => [rewardId, eventKey]))
    const events = updated.map((one) => ({ ...one, eventKey: keys.get(one.rewardId)! }))
    const posted = await postMany(tx, tenant, events, event, change.bookedAt ?? change.at)
    if (posted !== updated.length)
      throw new Error(`The posting ${events[0]?.eventKey} of a reward was there before its change`)
  }
  for (const { rewardId } of updated)
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
  return updated.length
}

/** The same of rewards that are locked in `from`: all of them change, with the same event's key. */
export async function changeAll(
  tx: Tx,
  tenant: string,
  rewards: readonly { reward_id: string }[],
  { eventKey, ...change }: Change & { eventKey: string },
): Promise<void> {
  const keyed = rewards.map(({ reward_id: rewardId }) => ({ rewardId, eventKey }))
  if ((await changeRewardStates(tx, tenant, keyed, change)) !== keyed.length)
    throw new Error(`A locked reward was not ${change.from} any more`)
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
