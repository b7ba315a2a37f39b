import { askedRules } from '../../domain/eligibility.ts'
import { changeOrder, type OrderState } from '../../domain/order.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { dropDecision } from '../order/decision-store.ts'
import { lockOrder } from '../order/store.ts'
import { listDoubters, markReleased } from '../order/state-store.ts'
import { judgeReward } from './judge-reward.ts'
import { post } from './ledger-store.ts'
import { personOf } from '../referral/used-cap.ts'
import { mailIfCapped } from './capped-reward.ts'
import { priceReward } from './price-reward.ts'
import { refreshReferral } from './refresh-referral.ts'
import { noteCorrection } from './hold-after-correction.ts'
import { lockAccount, readOrderFacts } from './release-store.ts'
import { openReview } from './hold-reward.ts'
import { insertReward, type NewReward } from './store.ts'

export type Released =
  | {
      kind: 'released'
      rewards: { rewardId: string; beneficiary: string; cents: number; held: boolean }[]
    }
  | { kind: 'already' }
  | { kind: 'refused'; state: OrderState } // only reported, or cancelled
  | { kind: 'unknown' }

/**
 * Releases a confirmed order: prices it, creates both sides' rewards (none of zero cents), queues their provision. Once:
 * parallel calls wait and get 'already'.
 */
export async function releaseOrder(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'keys'>,
  tenant: Tenant,
  orderNumber: string,
  actor: Actor,
): Promise<Released> {
  const order = await lockOrder(tx, tenant.code, orderNumber)
  if (!order) return { kind: 'unknown' }
  const change = changeOrder(order.state, 'released')
  if (change.kind === 'already') return { kind: 'already' }
  if (change.kind === 'refused') return { kind: 'refused', state: order.state }

  const at = deps.clock.now()
  const today = deps.clock.today()
  let facts = await readOrderFacts(tx, tenant.code, orderNumber)
  let hasReferrer = await lockAccount(tx, tenant.code, facts.accountId)
  if (!hasReferrer) {
    // The account may have given way to another (give-way.ts).
    facts = await readOrderFacts(tx, tenant.code, orderNumber)
    hasReferrer = await lockAccount(tx, tenant.code, facts.accountId)
  }
  const person = personOf(deps.keys, tenant, facts.recipientEmail)
  const { amounts, rule } = await priceReward(tx, tenant, facts, person, today)
  const holds = await judgeReward(tx, tenant, facts, person, today)
  // Attached although something spoke against it (633, 675).
  const doubters = await listDoubters(tx, tenant.code, orderNumber)
  const isDoubted = doubters.length > 0 || facts.homeChangedBy !== null
  const doubted = isDoubted ? ['by-hand' as const] : []
  const rewards: NewReward[] = (['referrer', 'recipient'] as const)
    // A deleted account has given up its share; the contact's does not grow.
    .filter(
      (beneficiary) => amounts[beneficiary] > 0 && (beneficiary === 'recipient' || hasReferrer),
    )
    .map((beneficiary) => ({
      rewardId: uuidv7(),
      orderNumber,
      referralNumber: facts.referralNumber,
      beneficiary,
      accountId: beneficiary === 'referrer' ? facts.accountId : null,
      recipientNumber: beneficiary === 'recipient' ? facts.recipientNumber : null,
      cents: amounts[beneficiary],
      // Rules change: what was asked then is kept.
      rule: { ...rule, checked: askedRules(tenant.eligibility, beneficiary) },
      held: [...holds[beneficiary], ...doubted],
      at,
    }))
  const cents = rewards.reduce((sum, reward) => sum + reward.cents, 0)
  await markReleased(tx, tenant.code, orderNumber, { at, cents })
  await dropDecision(tx, tenant.code, orderNumber)
  for (const reward of rewards) {
    const inserted = await insertReward(tx, tenant.code, reward)
    if (!inserted) throw new Error('An order that was not released has a reward')
    if (reward.held.length > 0) await openReview(tx, tenant, { ...reward, reasons: reward.held })
    await post(tx, tenant.code, reward, 'created', 'created', at)
  }
  if (facts.homeChangedBy !== null)
    for (const { rewardId } of rewards)
      await noteCorrection(tx, tenant.code, { rewardId, at }, 'home-corrected', facts.homeChangedBy)
  await mailIfCapped(tx, deps, tenant, facts, amounts.recipient)
  await audit(tx, tenant.code, {
    at,
    actor,
    action: 'order-released',
    subjectKind: 'order',
    subjectId: orderNumber,
    details: {
      ...rule,
      rewards: rewards.map(({ rewardId, cents, held }) => ({ rewardId, cents, held })),
    },
    change: { before: { state: order.state }, after: { state: 'released' } },
  })
  await enqueue(tx, tenant.code, 'provide-rewards', { orderNumber })
  await refreshReferral(tx, tenant.code, facts.referralNumber, today)
  return {
    kind: 'released',
    rewards: rewards.map(({ rewardId, beneficiary, cents, held }) => ({
      rewardId,
      beneficiary,
      cents,
      held: held.length > 0,
    })),
  }
}
