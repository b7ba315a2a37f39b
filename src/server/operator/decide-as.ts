import type { Refusal } from '../../domain/refusal.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { issueSupportLink } from '../account/support-link.ts'
import type { Account } from '../account/store.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { closeObjection, findObjection } from '../base/objection-store.ts'
import { isUuid } from '../base/uuid.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { cancelReferral } from '../order/cancel-referral.ts'
import { decideHeld } from '../payout/decide-held.ts'
import { blockAccount, unblockAccount } from '../reward/block-account.ts'
import { cancelOrder } from '../reward/cancel-order.ts'
import { decideReview, type Decided } from '../reward/decide-review.ts'
import { releaseOrder } from '../reward/release-order.ts'
import { normaliseEmail } from '../../domain/email.ts'
import { isOwnAddress, isOwnOrder, isOwnReferral, isOwnReward } from './own-case.ts'
import { ownPayments } from './pay-as.ts'

// What an operator decides about somebody, by call, job or command line: nobody about themselves. Console and command line import these,
// and not what they stand before (test/never-possible.test.ts). All throw `own-case`.

export async function decideReviewAs(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  rewardId: string,
  decision: 'approve' | Refusal,
  actor: Actor,
  reason?: string,
): Promise<Decided> {
  if (isUuid(rewardId) && (await isOwnReward(tx, deps, tenant.code, actor.id, rewardId)))
    throw fail('own-case')
  return decideReview(tx, deps, tenant, rewardId, decision, actor, reason)
}

async function refuseOwnOrder(tx: Tx, deps: Deps, tenant: Tenant, number: string, { id }: Actor) {
  if (await isOwnOrder(tx, deps, tenant.code, id, number)) throw fail('own-case')
}

export async function releaseOrderAs(...asked: Parameters<typeof refuseOwnOrder>) {
  await refuseOwnOrder(...asked)
  return releaseOrder(...asked)
}

export async function cancelOrderAs(...asked: Parameters<typeof refuseOwnOrder>) {
  await refuseOwnOrder(...asked)
  return cancelOrder(...asked)
}

export async function cancelReferralAs(
  tx: Tx,
  deps: Deps,
  tenant: string,
  number: string,
  actor: Actor,
) {
  if (await isOwnReferral(tx, deps, tenant, actor.id, number)) throw fail('own-case')
  return cancelReferral(tx, deps, tenant, number, actor)
}

/** @param email normalised */
export async function setBlockAs(
  tx: Tx,
  deps: Deps,
  tenant: string,
  { email, blocked }: { email: string; blocked: boolean },
  actor: Actor,
) {
  if (await isOwnAddress(tx, deps, tenant, actor.id, email)) throw fail('own-case')
  return (blocked ? blockAccount : unblockAccount)(tx, deps, tenant, email, actor)
}

export async function openAreaAs(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  account: Pick<Account, 'account_id' | 'language' | 'email'>,
  actor: Actor,
) {
  if (await isOwnAddress(tx, deps, tenant.code, actor.id, account.email)) throw fail('own-case')
  return issueSupportLink(tx, deps, tenant, account, actor)
}

/** A payment of somebody’s own stays held. */
export const decideHeldAs = (
  deps: Deps,
  tenant: string,
  id: string,
  decision: Parameters<typeof decideHeld>[3],
  actor: Actor,
) => decideHeld(deps, tenant, id, decision, actor, ownPayments(deps, tenant, actor))

/** Answers an objection; an appeal about a reward is decided. 'unknown': there is no open one. */
export async function closeObjectionAs(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  { id, verdict }: { id: string; verdict: 'approve' | 'reject' | Refusal },
  actor: Actor,
): Promise<Decided | 'needs-reason'> {
  const { code } = tenant
  const at = deps.clock.now()
  const found = isUuid(id) ? await findObjection(tx, code, id) : undefined
  if (!found || found.closed_at) return 'unknown'
  if (await isOwnAddress(tx, deps, code, actor.id, normaliseEmail(found.email)))
    throw fail('own-case')
  if (found.reward_id) {
    if (verdict === 'reject') return 'needs-reason'
    return decideReviewAs(tx, deps, tenant, found.reward_id, verdict, actor)
  }
  if (!(await closeObjection(tx, code, id, { at, by: actor.id }))) return 'unknown'
  await audit(tx, code, {
    at,
    actor,
    action: 'objection-closed',
    subjectKind: 'objection',
    subjectId: id,
    change: {
      before: { state: 'open' },
      after: { state: verdict === 'approve' ? 'accepted' : 'rejected' },
    },
  })
  return 'done'
}
