import { endOfLocalDay } from '../../domain/dates.ts'
import { expiresOn as lastDay } from '../../domain/reward.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { system, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { runInSets } from '../run-in-sets.ts'
import { isAllBlocked, listWaiting } from './blocked-reward.ts'
import { changeAll } from './change-reward-state.ts'
import { refreshReferrals } from './refresh-referral.ts'
import { mailRewardsReady } from './reward-mails.ts'
import { listProvidable } from './provide-store.ts'
import { findContacts, lockRewards, type Reward } from './store.ts'
import { judgeUnclaimed } from './unclaimed-reward.ts'

export type Provided = 'provided' | 'already' | 'held' | 'not-owned' | 'unknown' | 'cancelled'

type Providing = Pick<Deps, 'keys' | 'clock'>

/** Provides one open reward, as below. */
export async function provideReward(
  tx: Tx,
  deps: Providing,
  tenant: Tenant,
  rewardId: string,
  actor: Actor,
): Promise<Provided> {
  return (await provideSome(tx, deps, tenant, [rewardId], actor)).get(rewardId)!
}

/**
 * Provides open rewards, once: they become collectable and their owners get the link by mail. Not while held or blocked. Of an
 * unclaimed referral only the contact's share, some days after release (unclaimed-reward.ts). If the contact was forgotten, it
 * is cancelled.
 */
async function provideSome(
  tx: Tx,
  deps: Providing,
  tenant: Tenant,
  ids: readonly string[],
  actor: Actor,
): Promise<Map<string, Provided>> {
  const { code } = tenant
  const locked = await lockRewards(tx, code, ids)
  const answers = new Map<string, Provided>(ids.map((id) => [id, 'unknown']))
  const open = locked.filter(({ reward_id: id, state, review }) => {
    const isHeld = review === 'held' || review === 'refused'
    answers.set(id, state !== 'open' ? 'already' : 'held')
    return state === 'open' && !isHeld
  })
  const waiting = await listWaiting(tx, tenant, open)
  const free = open.filter((reward) => !waiting.has(reward.account_id))
  const unclaimed = await judgeUnclaimed(tx, deps, tenant, free)
  const contacts = await findContacts(
    tx,
    code,
    free.map((reward) => reward.reward_id),
  )
  const [ready, forgotten]: [Reward[], Reward[]] = [[], []]
  for (const reward of free) {
    const id = reward.reward_id
    const judged = unclaimed.get(id)!
    if (judged !== 'goes-on') answers.set(id, judged)
    else if (contacts.has(id)) ready.push(reward)
    else forgotten.push(reward)
  }
  const at = deps.clock.now()
  const expiresOn = lastDay(deps.clock.today(), tenant.rewardMonths)
  const provided = ready.map((reward) => ({ ...reward, provisions: reward.provisions + 1 }))
  for (const [provisions, some] of Map.groupBy(provided, (reward) => reward.provisions)) {
    await changeAll(tx, code, some, {
      from: 'open',
      to: 'provided',
      event: 'provided',
      eventKey: 'provided',
      action: 'reward-provided',
      actor,
      at,
      set: { provided_at: at.toString(), expires_on: expiresOn.toString(), provisions },
    })
  }
  await mailRewardsReady(
    tx,
    deps,
    tenant,
    provided.map((reward) => ({
      ...reward,
      dedupeKey: `reward-ready|${reward.reward_id}|${reward.provisions}`,
    })),
    expiresOn,
  )
  await cancelForgotten(tx, deps, code, forgotten, actor)
  for (const reward of provided) answers.set(reward.reward_id, 'provided')
  for (const reward of forgotten) answers.set(reward.reward_id, 'cancelled')
  return answers
}

/** @param rewards open and locked */
async function cancelForgotten(
  tx: Tx,
  deps: Providing,
  tenant: string,
  rewards: readonly Reward[],
  actor: Actor,
): Promise<void> {
  if (rewards.length === 0) return
  const at = deps.clock.now()
  await changeAll(tx, tenant, rewards, {
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
  const referrals = rewards.flatMap((reward) => reward.referral_number ?? [])
  await refreshReferrals(tx, tenant, [...new Set(referrals)], deps.clock.today())
}

/** Payload of the job 'provide-rewards'; empty: the whole tenant. */
export type ProvidePayload = { accountId?: string; orderNumber?: string; rewardId?: string }

/**
 * Provides the rewards of an account, an order or the whole tenant. In sets of a transaction each; if one fails the
 * others go on, and the job is retried.
 */
export async function provideRewards(
  deps: Deps,
  tenant: Tenant,
  payload: ProvidePayload,
  atOnce = 200,
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
    await runInSets(left, {
      work: async (some) => {
        await withTenant(deps.db, tenant.code, (tx) => provideSome(tx, deps, tenant, some, system))
      },
      failed: (id, error) => failed.set(id, error),
    })
    if (left.length < atOnce) break
  }
  for (const error of failed.values()) throw error
}
