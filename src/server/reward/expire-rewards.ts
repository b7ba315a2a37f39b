import { endOfLocalDay, localDate } from '../../domain/dates.ts'
import { expiresOn } from '../../domain/reward.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { system } from '../base/audit-store.ts'
import { runEveryStep } from '../base/run-every-step.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { takeInSets } from '../run-in-sets.ts'
import { isAllBlocked, listWaiting } from './blocked-reward.ts'
import { changeAll } from './change-reward-state.ts'
import { refreshReferrals } from './refresh-referral.ts'
import { isCollectable } from './reward-view.ts'
import { listExpired } from './provide-store.ts'
import { lockRewards, type Reward } from './store.ts'
import { findClaims, listUnclaimed } from './unclaimed-store.ts'

/**
 * Expires provided rewards after their last day, and referrers' shares of unclaimed referrals after as long; returns the number.
 * Idempotent and safe in parallel: in sets of a transaction each, checked again under its locks. If one fails the others go on; the first error is
 * thrown.
 */
export async function expireRewards(deps: Deps, tenant: Tenant, atOnce = 200): Promise<number> {
  const today = deps.clock.today()
  const blocked = isAllBlocked(tenant)
  const unclaimedSince = endOfLocalDay(today.subtract({ months: tenant.rewardMonths, days: 1 }))
  let expired = 0
  const expireAll = async (
    list: (tx: Tx, limit: number) => Promise<string[]>,
    expiring: Expiring,
  ) => {
    expired += await takeInSets({
      list: (limit) => withTenant(deps.db, tenant.code, (tx) => list(tx, limit)),
      take: (some) =>
        withTenant(deps.db, tenant.code, (tx) => expireSome(tx, deps, tenant, some, expiring)),
      atOnce,
    })
  }
  await runEveryStep([
    () =>
      expireAll((tx, limit) => listExpired(tx, tenant.code, blocked, today, limit), listProvided),
    () =>
      expireAll(
        (tx, limit) => listUnclaimed(tx, tenant.code, blocked, unclaimedSince, limit),
        listUnowned,
      ),
  ])
  return expired
}

/** Those of locked rewards that expire. */
type Expiring = (
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  rewards: readonly Reward[],
) => Promise<Reward[]>

async function expireSome(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  ids: readonly string[],
  expiring: Expiring,
): Promise<string[]> {
  const locked = await lockRewards(tx, tenant.code, ids)
  const waiting = await listWaiting(tx, tenant, locked)
  const free = locked.filter((reward) => !waiting.has(reward.account_id))
  const rewards = await expiring(tx, deps, tenant, free)
  for (const from of ['open', 'provided'] as const) {
    const some = rewards.filter(({ state }) => state === from)
    if (some.length === 0) continue
    await changeAll(tx, tenant.code, some, {
      from,
      to: 'expired',
      event: from === 'open' ? 'expired-open' : 'expired',
      eventKey: 'expired',
      action: 'reward-expired',
      actor: system,
      at: deps.clock.now(),
    })
  }
  const referrals = rewards.flatMap((reward) => reward.referral_number ?? [])
  await refreshReferrals(tx, tenant.code, [...new Set(referrals)], deps.clock.today())
  return rewards.map(({ reward_id: id }) => id)
}

const listProvided: Expiring = async (_, deps, __, rewards) =>
  rewards.filter(
    (reward) => reward.state === 'provided' && !isCollectable(reward, deps.clock.today()),
  )

const listUnowned: Expiring = async (tx, deps, tenant, rewards) => {
  const open = rewards.flatMap((reward) => {
    const { state, referral_number, order_number } = reward
    return state === 'open' && referral_number ? [{ reward, referral_number, order_number }] : []
  })
  const claims = await findClaims(tx, tenant.code, open)
  return open.flatMap(({ reward }, place) => {
    const { owned, releasedAt } = claims[place]!
    if (owned || releasedAt === null) return []
    const last = expiresOn(localDate(releasedAt), tenant.rewardMonths)
    return Temporal.PlainDate.compare(deps.clock.today(), last) > 0 ? reward : []
  })
}
