import type { Tenant } from '../../domain/tenant.ts'
import { system } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { isAllBlocked, isRewardWaiting } from './blocked-reward.ts'
import { changeRewardState } from './change-reward-state.ts'
import { refreshReferral } from './refresh-referral.ts'
import { isCollectable } from './reward-view.ts'
import { listExpired, lockReward } from './store.ts'

const atOnce = 200

/**
 * Expires provided rewards that nobody collected until the end of their last day; answers how many. Safe to run twice and in
 * parallel: each has a transaction of its own and is looked at again under its lock.
 */
export async function expireRewards(deps: Deps, tenant: Tenant): Promise<number> {
  let expired = 0
  for (;;) {
    const ids = await withTenant(deps.db, tenant.code, (tx) =>
      listExpired(tx, tenant.code, isAllBlocked(tenant), deps.clock.today(), atOnce),
    )
    let changed = 0
    for (const id of ids) {
      if (await withTenant(deps.db, tenant.code, (tx) => expire(tx, deps, tenant, id))) changed++
    }
    expired += changed
    if (ids.length < atOnce || changed === 0) return expired
  }
}

async function expire(tx: Tx, deps: Deps, tenant: Tenant, rewardId: string): Promise<boolean> {
  const reward = await lockReward(tx, tenant.code, rewardId)
  const today = deps.clock.today()
  if (reward?.state !== 'provided' || isCollectable(reward, today)) return false
  if (await isRewardWaiting(tx, tenant, reward)) return false
  const changed = await changeRewardState(tx, tenant.code, {
    rewardId,
    from: 'provided',
    to: 'expired',
    event: 'expired',
    eventKey: 'expired',
    action: 'reward-expired',
    actor: system,
    at: deps.clock.now(),
  })
  if (reward.referral_number) await refreshReferral(tx, tenant.code, reward.referral_number, today)
  return changed
}
