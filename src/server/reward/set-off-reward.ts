import { isSettable, setOff } from '../../domain/clawback.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { changeRewardState } from './change-reward-state.ts'
import { lockClawback, updateLeft, type Clawback } from './clawback-store.ts'
import { reduceReward } from './decided-store.ts'
import { listAliveSetOffs, post } from './ledger-store.ts'
import { oweAgain } from './owe-again.ts'
import { refreshReferral } from './refresh-referral.ts'
import { lockReward, markClaimSettled, type Reward } from './store.ts'

export type SetOff = { cents: number; leftCents: number; payCents: number; reward: Reward }

export type Both = { owed: Reward; reward: Reward; clawback: Clawback }

/** Both rewards in the order of their ids, as parallel set-offs lock them, then the clawback. */
export async function lockBoth(
  tx: Tx,
  tenant: string,
  { claimed, from }: { claimed: string; from: string },
): Promise<Both | undefined> {
  const locked = new Map<string, Reward | undefined>()
  for (const id of [claimed, from].toSorted()) locked.set(id, await lockReward(tx, tenant, id))
  const [owed, reward] = [locked.get(claimed), locked.get(from)]
  const clawback = owed && (await lockClawback(tx, tenant, claimed))
  return owed && reward && clawback ? { owed, reward, clawback } : undefined
}

/** Whose reward it is, is whose clawback it is. */
export const isSamePerson = (a: Reward, b: Reward): boolean =>
  a.reward_id !== b.reward_id &&
  a.beneficiary === b.beneficiary &&
  (a.beneficiary === 'recipient'
    ? a.recipient_number !== null && a.recipient_number === b.recipient_number
    : a.account_id !== null && a.account_id === b.account_id)

export const canBeSetOff = (reward: Reward): boolean =>
  isSettable({
    state: reward.state,
    review: reward.review,
    isInBatch: reward.payout_id !== null,
    isClaimedBack: reward.claimed_back_at !== null,
  })

/**
 * Sets a reward off against a clawback of the same person, as far as it goes; the caller has locked both, judged whether it may be, and
 * mails it. What is left of the reward is taken as before; nothing left: it counts as paid (decision 530).
 */
export async function setOffReward(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: string,
  { owed, reward, clawback }: Both,
  actor: Actor,
  more: Record<string, unknown> = {}, // details for the log
): Promise<SetOff> {
  const at = deps.clock.now()
  const { reward_id: rewardId } = reward
  const done = setOff(clawback.left_cents, reward.cents)
  const { cents, leftCents, payCents } = done
  // What was set off and is owed again can be set off anew.
  const suffix = `:${clawback.version}`
  const isPosted =
    (await post(
      tx,
      tenant,
      { rewardId, cents },
      'set-off',
      `set-off:${owed.reward_id}${suffix}`,
      at,
    )) &&
    (await post(
      tx,
      tenant,
      { rewardId: owed.reward_id, cents },
      'claim-set-off',
      `set-off:${rewardId}${suffix}`,
      at,
    ))
  if (!isPosted) throw new Error('A reward was set off against the same clawback before')
  await reduceReward(tx, tenant, rewardId, cents)
  await updateLeft(tx, tenant, owed.reward_id, { leftCents, outcome: 'set-off', at })
  if (leftCents === 0) await markClaimSettled(tx, tenant, owed.reward_id, at)
  const details = { cents, against: owed.reward_id, leftCents, payCents, ...more }
  if (payCents === 0) {
    const changed = await changeRewardState(tx, tenant, {
      rewardId,
      from: reward.state,
      to: 'paid',
      event: null,
      eventKey: 'set-off',
      action: 'reward-set-off',
      actor,
      at,
      set: { taken_as: 'set-off', paid_at: at.toString(), due_on: null, payout_problem: null },
      details,
    })
    if (!changed) throw new Error('A locked reward has changed')
    if (reward.referral_number)
      await refreshReferral(tx, tenant, reward.referral_number, deps.clock.today())
  } else {
    await audit(tx, tenant, {
      at,
      actor,
      action: 'reward-set-off',
      subjectKind: 'reward',
      subjectId: rewardId,
      details,
      change: { before: { cents: reward.cents }, after: { cents: payCents } },
    })
  }
  await audit(tx, tenant, {
    at,
    actor,
    action: 'clawback-set-off',
    subjectKind: 'reward',
    subjectId: owed.reward_id,
    details: { cents, by: rewardId, ...more },
    change: { before: { leftCents: clawback.left_cents }, after: { leftCents } },
  })
  return { ...done, reward }
}

/** A set-off reward was refused, or its order cancelled: what it was set off against is owed again (owe-again.ts). */
export async function undoSetOffs(
  tx: Tx,
  tenant: string,
  rewardId: string,
  at: Temporal.Instant,
): Promise<void> {
  for (const { against, suffix, cents } of await listAliveSetOffs(tx, tenant, rewardId)) {
    const key = `set-off-undone:${against}${suffix}`
    await post(tx, tenant, { rewardId, cents }, 'set-off-undone', key, at)
    const again = `set-off-undone:${rewardId}${suffix}`
    await post(tx, tenant, { rewardId: against, cents }, 'claim-again', again, at)
    const clawback = await lockClawback(tx, tenant, against)
    if (!clawback) throw new Error('What was set off was set off against no clawback')
    await oweAgain(tx, tenant, clawback, { cents, key: again, at })
  }
}
