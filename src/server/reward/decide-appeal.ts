import { refusalText, type Refusal } from '../../domain/refusal.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { titleInMail } from '../../domain/title-in-mail.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { closeObjection } from '../base/objection-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { queueMail } from '../mail/store.ts'
import { findOrder } from '../order/store.ts'
import { post } from './ledger-store.ts'
import { closeCase, type ReviewCase } from './review-store.ts'
import { findContact, insertReward, type Reward } from './store.ts'

export type Appeal = ReviewCase & { appeal_id: string }

export const isAppeal = (found: ReviewCase | undefined): found is Appeal =>
  found !== undefined && found.appeal_id !== null && found.closed_at === null

/**
 * Answers an appeal, finally, by somebody who neither refused nor entered it. Accepted: the person gets a reward of the same sum; the refused one stays cancelled, as agencies'
 * documents have credited it. The caller holds the locks of reward and case.
 */
export async function decideAppeal(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: Tenant,
  { reward, found }: { reward: Reward; found: Appeal },
  decision: 'approve' | Refusal,
  actor: Actor,
  reason?: string, // why, in the operator’s words
): Promise<'done' | 'second-person' | 'order-cancelled'> {
  if ([found.first_decided_by, found.appeal_entered_by].includes(actor.id)) return 'second-person'
  const { code } = tenant
  const { reward_id: rewardId } = reward
  const at = deps.clock.now()
  const isAccepted = decision === 'approve'
  const order = reward.order_number ? await findOrder(tx, code, reward.order_number) : undefined
  if (isAccepted && order?.state === 'cancelled') return 'order-cancelled'
  const outcome = isAccepted ? 'approved' : 'refused'
  await closeCase(tx, code, rewardId, { outcome, at, by: actor.id })
  await closeObjection(tx, code, found.appeal_id, { at, by: actor.id })
  await audit(tx, code, {
    at,
    actor,
    action: isAccepted ? 'appeal-accepted' : 'appeal-rejected',
    subjectKind: 'reward',
    subjectId: rewardId,
    details: {
      appeal: found.appeal_id,
      firstDecidedBy: found.first_decided_by,
      ...(isAccepted ? { granted: found.appeal_id } : { reason: decision.reason }),
    },
    change: { before: { appeal: 'open' }, after: { appeal: outcome } },
    ...(reason ? { reason } : {}),
  })
  if (isAccepted) await grant(tx, tenant, { reward, rewardId: found.appeal_id, at })
  const contact = await findContact(tx, code, rewardId)
  if (!contact) return 'done'
  const { language } = contact
  await queueMail(tx, code, {
    template: 'appealDecided',
    to: contact.email,
    locale: language,
    data: {
      firstName: contact.firstName,
      productTitle:
        contact.productTitle && titleInMail(contact.productTitle, contact.inSentence, language),
      reason: isAccepted ? null : refusalText(decision, language),
      link: {
        link: { page: isAccepted && reward.beneficiary === 'referrer' ? 'Dashboard' : 'Contact' },
      },
    },
    dedupeKey: `appeal-decided|${found.appeal_id}`,
    now: at,
  })
  return 'done'
}

/** A reward without an order, provided and collected as usual. */
async function grant(
  tx: Tx,
  tenant: Tenant,
  { reward, rewardId, at }: { reward: Reward; rewardId: string; at: Temporal.Instant },
) {
  // The refusal undid what was set off, so it is owed again.
  const cents = reward.cents + reward.set_off_cents
  const inserted = await insertReward(tx, tenant.code, {
    rewardId,
    orderNumber: null,
    referralNumber: null,
    beneficiary: reward.beneficiary,
    accountId: reward.account_id,
    recipientNumber: reward.recipient_number,
    cents,
    rule: { plan: 'goodwill', appealOf: reward.reward_id, totalCents: cents },
    held: [],
    at,
  })
  if (!inserted) throw new Error('An appeal was accepted twice')
  await post(tx, tenant.code, { rewardId, cents }, 'created', 'created', at)
  await enqueue(tx, tenant.code, 'provide-rewards', { rewardId })
}
