import type { Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import { fail } from '../errors.ts'
import { refreshReferral } from '../reward/refresh-referral.ts'
import { lockReward } from '../reward/store.ts'
import { isStillTheAccount } from './apply-partner-word.ts'
import { lockPaidPartner } from './partner-store.ts'
import { askForAccount } from './pay-partners.ts'
import { reopenReward } from './reopen-reward.ts'
import {
  endHold,
  findPayouts,
  makeDue,
  selectHeld,
  type HeldPayment,
  type Payout,
} from './store.ts'

type Decision = 'pay' | 'ask'
type Deciding = { tx: Tx; deps: Deps; tenant: Tenant; payout: Payout; actor: Actor }

export const listHeldPayments = (deps: Deps, code: string): Promise<HeldPayment[]> =>
  withTenant(deps.db, code, (tx) => selectHeld(tx, code))

/**
 * What an operator decides about a failed payment that is held, or all of a batch: `pay` puts it into the next batch as it was, `ask`
 * asks its owner for an account by mail, as if the bank had named it. Answers how many were held. Throws `not-found`.
 */
export async function decideHeld(
  deps: Deps,
  code: string,
  id: string,
  decision: Decision,
  actor: Actor,
): Promise<number> {
  const tenant = await deps.tenants.get(code)
  const payouts = await withTenant(deps.db, code, (tx) => findPayouts(tx, code, id.toUpperCase()))
  if (payouts.length === 0) throw fail('not-found')
  let decided = 0
  for (const payout of payouts) {
    const done = await retryConflict(() =>
      withTenant(deps.db, code, (tx) => decideOne({ tx, deps, tenant, payout, actor }, decision)),
    )
    if (done) decided += 1
  }
  return decided
}

async function decideOne(deciding: Deciding, decision: Decision): Promise<boolean> {
  const { tx, deps, tenant, payout, actor } = deciding
  // Reward or partner first, as the bank's word does (apply-word.ts).
  const decide = payout.reward_id
    ? await readyReward(deciding, payout.reward_id)
    : await readyPartner(deciding, payout.partner_id ?? '')
  if (!(await endHold(tx, tenant.code, payout.payout_id))) return false
  await decide(decision)
  await audit(tx, tenant.code, {
    at: deps.clock.now(),
    actor,
    action: 'held-payment-decided',
    subjectKind: 'payout',
    subjectId: payout.payout_id,
    details: { decision, reasonCode: payout.reason },
  })
  return true
}

async function readyReward({ tx, deps, tenant, payout, actor }: Deciding, rewardId: string) {
  const reward = await lockReward(tx, tenant.code, rewardId)
  return async (decision: Decision) => {
    // Its order was cancelled meanwhile: nothing is to be paid.
    if (reward?.state !== 'collected' || reward.payout_id !== null) return
    if (decision === 'pay') return makeDue(tx, tenant.code, rewardId, deps.clock.today())
    await reopenReward(tx, deps, tenant, {
      reward,
      from: 'collected',
      event: null,
      eventKey: `payout:${payout.payout_id}:asked`,
      reasonCode: payout.reason,
      actor,
    })
    if (reward.referral_number)
      await refreshReferral(tx, tenant.code, reward.referral_number, deps.clock.today())
  }
}

async function readyPartner({ tx, deps, tenant, payout, actor }: Deciding, partnerId: string) {
  const partner = await lockPaidPartner(tx, tenant.code, partnerId)
  return async (decision: Decision) => {
    if (!partner || decision === 'pay') return
    // Who has given another account since need not be asked.
    if (!(await isStillTheAccount({ tx, deps, tenant, payout, partner }))) return
    const { payout_id: payoutId, cents, reason } = payout
    const code = reason ?? 'none'
    await askForAccount(tx, deps, tenant, { partner, payoutId, cents, code, actor })
  }
}
