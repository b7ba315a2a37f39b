import { endOfLocalDay, localDate } from '../../domain/dates.ts'
import { expiresOn } from '../../domain/reward.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { system } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { isAllBlocked, isRewardWaiting } from './blocked-reward.ts'
import { changeRewardState } from './change-reward-state.ts'
import { refreshReferral } from './refresh-referral.ts'
import { isCollectable } from './reward-view.ts'
import { listExpired, lockReward, type Reward } from './store.ts'
import { findClaim, listUnclaimed } from './unclaimed-store.ts'

const atOnce = 200

/**
 * Expires provided rewards after their last day, and referrers' shares of unclaimed referrals after as long; returns the number.
 * Idempotent and safe in parallel: one transaction each, checked again under its lock.
 */
export async function expireRewards(deps: Deps, tenant: Tenant): Promise<number> {
  const today = deps.clock.today()
  const blocked = isAllBlocked(tenant)
  const unclaimedSince = endOfLocalDay(today.subtract({ months: tenant.rewardMonths, days: 1 }))
  return (
    (await expireAll(
      deps,
      tenant,
      (tx) => listExpired(tx, tenant.code, blocked, today, atOnce),
      expireProvided,
    )) +
    (await expireAll(
      deps,
      tenant,
      (tx) => listUnclaimed(tx, tenant.code, blocked, unclaimedSince, atOnce),
      expireUnclaimed,
    ))
  )
}

type Expire = (tx: Tx, deps: Deps, tenant: Tenant, rewardId: string) => Promise<boolean>

async function expireAll(
  deps: Deps,
  tenant: Tenant,
  list: (tx: Tx) => Promise<string[]>,
  expire: Expire,
): Promise<number> {
  for (let expired = 0; ;) {
    const ids = await withTenant(deps.db, tenant.code, list)
    let changed = 0
    for (const id of ids) {
      if (await withTenant(deps.db, tenant.code, (tx) => expire(tx, deps, tenant, id))) changed++
    }
    expired += changed
    if (ids.length < atOnce || changed === 0) return expired
  }
}

const expireProvided: Expire = async (tx, deps, tenant, rewardId) => {
  const reward = await lockReward(tx, tenant.code, rewardId)
  if (reward?.state !== 'provided' || isCollectable(reward, deps.clock.today())) return false
  if (await isRewardWaiting(tx, tenant, reward)) return false
  return change(tx, deps, tenant, reward)
}

const expireUnclaimed: Expire = async (tx, deps, tenant, rewardId) => {
  const reward = await lockReward(tx, tenant.code, rewardId)
  if (reward?.state !== 'open' || !reward.referral_number) return false
  if (await isRewardWaiting(tx, tenant, reward)) return false
  const { referral_number, order_number } = reward
  const { owned, releasedAt } = await findClaim(tx, tenant.code, { referral_number, order_number })
  if (owned || releasedAt === null) return false
  const last = expiresOn(localDate(releasedAt), tenant.rewardMonths)
  if (Temporal.PlainDate.compare(deps.clock.today(), last) <= 0) return false
  return change(tx, deps, tenant, reward)
}

async function change(tx: Tx, deps: Deps, tenant: Tenant, reward: Reward): Promise<boolean> {
  const from = reward.state === 'open' ? 'open' : 'provided'
  const changed = await changeRewardState(tx, tenant.code, {
    rewardId: reward.reward_id,
    from,
    to: 'expired',
    event: from === 'open' ? 'expired-open' : 'expired',
    eventKey: 'expired',
    action: 'reward-expired',
    actor: system,
    at: deps.clock.now(),
  })
  if (reward.referral_number)
    await refreshReferral(tx, tenant.code, reward.referral_number, deps.clock.today())
  return changed
}
