import { formatCents } from '../../domain/money.ts'
import { changeOrder } from '../../domain/order.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { titleInMail } from '../../domain/title-in-mail.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { queueMail } from '../mail/store.ts'
import { dropDecision } from '../order/decision-store.ts'
import { lockOrder } from '../order/store.ts'
import { markOrdersCancelled, noteClawback } from '../order/state-store.ts'
import { findOrderOwner } from './claim-store.ts'
import { refreshReferral } from './refresh-referral.ts'
import { findContact, findReward, type Beneficiary } from './store.ts'
import { withdrawRewards, type Withdrawn } from './withdraw-rewards.ts'

export type Cancelled =
  | { kind: 'cancelled'; rewards: Withdrawn; lostCents: number } // what they were, both sides
  | { kind: 'already' }
  | { kind: 'unknown' }

/**
 * Cancels an order in any state, once. Unpaid rewards are cancelled, paid ones become claims; other orders are not repriced.
 * Mails the referrer (if the referral is theirs and an unpaid reward is affected), a recipient who knew of a reward, and payees
 * about the claim.
 */
export async function cancelOrder(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: Tenant,
  orderNumber: string,
  actor: Actor,
): Promise<Cancelled> {
  const order = await lockOrder(tx, tenant.code, orderNumber)
  if (!order) return { kind: 'unknown' }
  const change = changeOrder(order.state, 'cancelled')
  if (change.kind === 'already') return { kind: 'already' }
  if (change.kind === 'refused')
    throw new Error(`An order does not go from ${order.state} to cancelled`)
  const at = deps.clock.now()
  await markOrdersCancelled(tx, tenant.code, [{ number: orderNumber, refusal: null }], at)
  await dropDecision(tx, tenant.code, orderNumber)
  const { lostCents, ...rewards } = await withdrawRewards(tx, tenant.code, orderNumber, at, actor)
  await noteClawback(tx, tenant.code, orderNumber)
  await audit(tx, tenant.code, {
    at,
    actor,
    action: 'order-cancelled',
    subjectKind: 'order',
    subjectId: orderNumber,
    details: rewards,
    change: { before: { state: order.state }, after: { state: 'cancelled' } },
  })
  await refreshReferral(tx, tenant.code, order.referral_number, deps.clock.today())
  const given = [...rewards.claimed, ...rewards.waiting]
  const told = new Set<Beneficiary>()
  for (const id of given) told.add(await mailClaimedBack(tx, tenant, id, at))
  if (rewards.cancelled.length > 0) {
    if (!told.has('referrer')) await mailCancelled(tx, tenant, orderNumber, at)
    for (const id of rewards.cancelled) await mailWithdrawn(tx, tenant, id, at)
  }
  return { kind: 'cancelled', rewards, lostCents }
}

/** Mails the payee that the money is claimed back; support arranges how. Returns the side. */
async function mailClaimedBack(
  tx: Tx,
  tenant: Tenant,
  rewardId: string,
  at: Temporal.Instant,
): Promise<Beneficiary> {
  const reward = await findReward(tx, tenant.code, rewardId)
  if (!reward) throw new Error('A reward is gone that was there a moment ago')
  const contact = await findContact(tx, tenant.code, rewardId)
  // Deleted accounts cannot be told.
  if (!contact?.email) return reward.beneficiary
  const { language } = contact
  await queueMail(tx, tenant.code, {
    template: 'rewardClaimedBack',
    to: contact.email,
    locale: language,
    data: {
      firstName: contact.firstName,
      beneficiary: reward.beneficiary,
      productTitle:
        contact.productTitle && titleInMail(contact.productTitle, contact.inSentence, language),
      amount: formatCents(reward.cents, language),
      link: { link: { page: reward.beneficiary === 'referrer' ? 'Dashboard' : 'Homepage' } },
    },
    dedupeKey: `reward-claimed-back|${rewardId}`,
    now: at,
  })
  return reward.beneficiary
}

async function mailCancelled(tx: Tx, tenant: Tenant, orderNumber: string, at: Temporal.Instant) {
  const owner = await findOrderOwner(tx, tenant.code, orderNumber)
  if (!owner) return
  await queueMail(tx, tenant.code, {
    template: 'orderCancelled',
    to: owner.email,
    locale: owner.language,
    data: {
      firstName: owner.firstName,
      beneficiary: 'referrer',
      productTitle: titleInMail(owner.productTitle, owner.inSentence, owner.language),
      link: { link: { page: 'Dashboard' } },
    },
    dedupeKey: `order-cancelled|${orderNumber}`,
    now: at,
  })
}

/** Tells a recipient whose reward was promised by mail; the referrer has a mail of their own. */
async function mailWithdrawn(tx: Tx, tenant: Tenant, rewardId: string, at: Temporal.Instant) {
  const reward = await findReward(tx, tenant.code, rewardId)
  if (reward?.beneficiary !== 'recipient' || reward.provisions === 0) return
  const contact = await findContact(tx, tenant.code, rewardId)
  // Deleted accounts cannot be told.
  if (!contact?.email) return
  await queueMail(tx, tenant.code, {
    template: 'orderCancelled',
    to: contact.email,
    locale: contact.language,
    data: {
      firstName: contact.firstName,
      beneficiary: 'recipient',
      productTitle:
        contact.productTitle &&
        titleInMail(contact.productTitle, contact.inSentence, contact.language),
      link: { link: { page: 'Homepage' } },
    },
    dedupeKey: `reward-withdrawn|${rewardId}`,
    now: at,
  })
}
