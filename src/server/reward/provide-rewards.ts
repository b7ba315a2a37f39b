import { endOfLocalDay } from '../../domain/dates.ts'
import { expiresOn as lastDay } from '../../domain/reward.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { system, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { isAllBlocked, isRewardWaiting } from './blocked-reward.ts'
import { changeRewardState } from './change-reward-state.ts'
import { refreshReferral } from './refresh-referral.ts'
import { mailRewardReady } from './reward-mails.ts'
import { findContact, listProvidable, lockReward, type Reward } from './store.ts'
import { judgeUnclaimed } from './unclaimed-reward.ts'

export type Provided = 'provided' | 'already' | 'held' | 'not-owned' | 'unknown' | 'cancelled'

/**
 * Provides one open reward, once: it becomes collectable and its owner gets the link by mail. Not while held or blocked. Of an
 * unclaimed referral only the contact's share, some days after release (unclaimed-reward.ts). If the contact was forgotten, it
 * is cancelled.
 */
export async function provideReward(
  tx: Tx,
  deps: Pick<Deps, 'keys' | 'clock'>,
  tenant: Tenant,
  rewardId: string,
  actor: Actor,
): Promise<Provided> {
  const reward = await lockReward(tx, tenant.code, rewardId)
  if (!reward) return 'unknown'
  if (reward.state !== 'open') return 'already'
  if (reward.review === 'held' || reward.review === 'refused') return 'held'
  if (await isRewardWaiting(tx, tenant, reward)) return 'held'
  const unclaimed = await judgeUnclaimed(tx, deps, tenant, reward)
  if (unclaimed !== 'goes-on') return unclaimed
  const at = deps.clock.now()
  if (!(await findContact(tx, tenant.code, rewardId))) {
    return (await cancelUnclaimed(tx, deps, tenant.code, reward, actor)) ? 'cancelled' : 'already'
  }
  const expiresOn = lastDay(deps.clock.today(), tenant.rewardMonths)
  const provisions = reward.provisions + 1
  const changed = await changeRewardState(tx, tenant.code, {
    rewardId,
    from: 'open',
    to: 'provided',
    event: 'provided',
    eventKey: 'provided',
    action: 'reward-provided',
    actor,
    at,
    set: { provided_at: at.toString(), expires_on: expiresOn.toString(), provisions },
  })
  if (!changed) return 'already'
  await mailRewardReady(
    tx,
    deps,
    tenant,
    reward,
    expiresOn,
    `reward-ready|${rewardId}|${provisions}`,
  )
  return 'provided'
}

async function cancelUnclaimed(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: string,
  reward: Reward,
  actor: Actor,
): Promise<boolean> {
  const at = deps.clock.now()
  const cancelled = await changeRewardState(tx, tenant, {
    rewardId: reward.reward_id,
    from: 'open',
    to: 'cancelled',
    event: 'cancelled-open',
    eventKey: 'cancelled',
    action: 'reward-cancelled',
    actor,
    at,
    set: { cancelled_at: at.toString() },
    details: { reason: 'recipient-forgotten' },
  })
  if (cancelled && reward.referral_number)
    await refreshReferral(tx, tenant, reward.referral_number, deps.clock.today())
  return cancelled
}

/** Payload of the job 'provide-rewards'; empty: the whole tenant. */
export type ProvidePayload = { accountId?: string; orderNumber?: string; rewardId?: string }

const atOnce = 200

/**
 * Provides the rewards of an account, an order or the whole tenant. One transaction each; if one fails the others go on, and the
 * job is retried.
 */
export async function provideRewards(
  deps: Deps,
  tenant: Tenant,
  payload: ProvidePayload,
): Promise<void> {
  const failed = new Map<string, unknown>()
  for (;;) {
    const ids = await withTenant(deps.db, tenant.code, (tx) =>
      listProvidable(
        tx,
        tenant.code,
        isAllBlocked(tenant),
        payload,
        endOfLocalDay(deps.clock.today().subtract({ days: tenant.unclaimedDays })),
        atOnce + failed.size,
      ),
    )
    const left = ids.filter((id) => !failed.has(id))
    for (const id of left) {
      try {
        await withTenant(deps.db, tenant.code, (tx) => provideReward(tx, deps, tenant, id, system))
      } catch (error) {
        failed.set(id, error)
      }
    }
    if (left.length < atOnce) break
  }
  for (const error of failed.values()) throw error
}
