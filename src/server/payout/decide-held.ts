import type { Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { isUuid } from '../base/uuid.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import { fail } from '../errors.ts'
import { refreshReferral } from '../reward/refresh-referral.ts'
import { giveUp } from '../reward/give-up.ts'
import { findContact, lockReward, type Reward } from '../reward/store.ts'
import { makeDue } from '../reward/due-store.ts'
import { deleteBankData } from '../reward/bank-store.ts'
import { isStillTheAccount } from './apply-partner-word.ts'
import { nobodys, ownCase, type IsOwn } from './own-payment.ts'
import { lockPaidPartner } from './partner-store.ts'
import { askForAccount } from './pay-partners.ts'
import { reopenReward } from './reopen-reward.ts'
import { endHold, isHeldUnsent, selectHeld, type HeldPayment } from './held-store.ts'
import { findPayout, findPayouts, type Payout } from './store.ts'

export type Decision = 'pay' | 'ask' | 'end'
type Deciding = {
  tx: Tx
  deps: Deps
  tenant: Tenant
  actor: Actor
  isOwn: IsOwn
}
type OfPayout = Deciding & { payout: Payout }
/** `over`: nothing is owed. A refused payment stays held. */
type Outcome = 'due' | 'asked' | 'ended' | 'over' | { refused: string }

export type Decided = Record<'due' | 'asked' | 'ended' | 'over', number> & {
  refused: { id: string; reason: string }[]
}

export const listHeldPayments = (deps: Deps, code: string): Promise<HeldPayment[]> =>
  withTenant(deps.db, code, (tx) => selectHeld(tx, code))

/**
 * An operator's decision about a held payment, a batch's held ones, or an unpayable reward: `pay` puts it into the next batch
 * unchanged, `ask` asks its owner for an account by mail. If the owner was erased, `end` gives the money up; nothing else does.
 * Throws `not-found`.
 */
export async function decideHeld(
  deps: Deps,
  code: string,
  id: string,
  decision: Decision,
  actor: Actor,
  isOwn = nobodys,
): Promise<Decided> {
  const tenant = await deps.tenants.get(code)
  const payouts = await withTenant(deps.db, code, (tx) => findPayouts(tx, code, id.toUpperCase()))
  if (payouts.length === 0 && !isUuid(id)) throw fail('not-found')
  const cases = payouts.map((payout) => ({
    id: payout.end_to_end_id,
    decide: (at: Deciding) => decideOne({ ...at, payout }, decision),
  }))
  if (payouts.length === 0)
    cases.push({
      id,
      decide: (at: Deciding) => decideUnsent(at, id.toLowerCase(), decision),
    })
  const decided: Decided = { due: 0, asked: 0, ended: 0, over: 0, refused: [] }
  for (const { id: one, decide } of cases) {
    const outcome = await retryConflict(() =>
      withTenant(deps.db, code, (tx) => decide({ tx, deps, tenant, actor, isOwn })),
    )
    if (outcome === null) continue
    if (typeof outcome === 'string') decided[outcome] += 1
    else decided.refused.push({ id: one, reason: outcome.refused })
  }
  return decided
}

/** Null if not held. */
async function decideOne(deciding: OfPayout, decision: Decision): Promise<Outcome | null> {
  const { tx, tenant, deps, payout, actor } = deciding
  if (await deciding.isOwn(tx, payout)) return ownCase
  // Reward or partner first, as in apply-word.ts.
  const decide = payout.reward_id
    ? await readyReward(deciding, payout.reward_id)
    : await readyPartner(deciding, payout.partner_id ?? '')
  const now = await findPayout(tx, tenant.code, payout.end_to_end_id)
  if (!now?.held_at) return null
  const outcome = await decide(decision)
  if (typeof outcome === 'object') return outcome
  await endHold(tx, tenant.code, payout.payout_id)
  await audit(tx, tenant.code, {
    at: deps.clock.now(),
    actor,
    action: 'held-payment-decided',
    subjectKind: 'payout',
    subjectId: payout.payout_id,
    details: { decision, reasonCode: payout.reason },
    change: { before: { held: true }, after: { held: false, outcome } },
  })
  return outcome
}

/** For a reward that no batch could pay. */
async function decideUnsent(
  deciding: Deciding,
  rewardId: string,
  decision: Decision,
): Promise<Outcome | null> {
  const { tx, tenant, deps, actor } = deciding
  const reward = await lockReward(tx, tenant.code, rewardId)
  if (!reward) throw fail('not-found')
  if (await deciding.isOwn(tx, { reward_id: rewardId, partner_id: null })) return ownCase
  if (!isHeldUnsent(reward)) return null
  const { payout_problem: reasonCode } = reward
  const failure = { eventKey: `reward:${rewardId}:asked`, reasonCode }
  const outcome = await rewardDecider(deciding, reward, failure)(decision)
  if (typeof outcome === 'object') return outcome
  await audit(tx, tenant.code, {
    at: deps.clock.now(),
    actor,
    action: 'held-payment-decided',
    subjectKind: 'reward',
    subjectId: rewardId,
    details: { decision, reasonCode },
    change: { before: { held: true }, after: { held: false, outcome } },
  })
  return outcome
}

async function readyReward(deciding: OfPayout, rewardId: string) {
  const { tx, tenant, payout } = deciding
  const reward = await lockReward(tx, tenant.code, rewardId)
  const eventKey = `payout:${payout.payout_id}:asked`
  return rewardDecider(deciding, reward, {
    eventKey,
    reasonCode: payout.reason,
  })
}

const rewardDecider =
  (
    { tx, deps, tenant, actor }: Deciding,
    reward: Reward | undefined,
    failure: { eventKey: string; reasonCode: string | null },
  ) =>
  async (decision: Decision): Promise<Outcome> => {
    if (reward?.state !== 'collected' || reward.payout_id !== null) return 'over'
    if (decision === 'pay') {
      await makeDue(tx, tenant.code, reward.reward_id, deps.clock.today())
      return 'due'
    }
    const contact = await findContact(tx, tenant.code, reward.reward_id)
    if (decision === 'end' && contact)
      return { refused: 'its owner can be asked for another account: "ask"' }
    if (decision === 'ask' && !contact)
      return {
        refused:
          'its owner was erased, so nobody can be asked: "pay" tries the same account again, "end" gives the money up',
      }
    if (decision === 'end') {
      await giveUp(tx, tenant, reward, actor, deps.clock.now())
      await deleteBankData(tx, tenant.code, reward.reward_id)
    } else
      await reopenReward(tx, deps, tenant, {
        reward,
        from: 'collected',
        event: null,
        ...failure,
        actor,
      })
    if (reward.referral_number)
      await refreshReferral(tx, tenant.code, reward.referral_number, deps.clock.today())
    return decision === 'end' ? 'ended' : 'asked'
  }

async function readyPartner({ tx, deps, tenant, payout, actor }: OfPayout, partnerId: string) {
  const partner = await lockPaidPartner(tx, tenant.code, partnerId)
  return async (decision: Decision): Promise<Outcome> => {
    if (!partner) return 'over'
    if (decision === 'end') return { refused: 'a sales partner can be asked: "ask"' }
    // Not asked if the account has changed since.
    if (decision === 'pay' || !(await isStillTheAccount({ tx, deps, tenant, payout, partner })))
      return 'due'
    const { payout_id: payoutId, cents, reason } = payout
    const code = reason ?? 'none'
    await askForAccount(tx, deps, tenant, {
      partner,
      payoutId,
      cents,
      code,
      actor,
    })
    return 'asked'
  }
}
