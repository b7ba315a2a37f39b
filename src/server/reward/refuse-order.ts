import { localDate } from '../../domain/dates.ts'
import { objectUntil, refusalText, type Refusal } from '../../domain/refusal.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { titleInMail } from '../../domain/title-in-mail.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { queueMail, type MailLink } from '../mail/store.ts'
import { dropDecision } from '../order/decision-store.ts'
import { lockOrder } from '../order/store.ts'
import { markOrderCancelled } from '../order/state-store.ts'
import { findOrderSides, type Side } from './claim-store.ts'
import { previewRewards } from './price-reward.ts'
import { refreshReferral } from './refresh-referral.ts'

export type RefusedOrder = 'refused' | 'already' | 'released' | 'unknown'

/** Refuses an unreleased order, once; its beneficiaries are mailed the reason. A cancelled order stays cancelled. */
export async function refuseOrder(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'keys'>,
  tenant: Tenant,
  orderNumber: string,
  refusal: Refusal,
  actor: Actor,
): Promise<RefusedOrder> {
  const order = await lockOrder(tx, tenant.code, orderNumber)
  if (!order) return 'unknown'
  if (order.state === 'released') return 'released'
  if (order.state === 'cancelled') return 'already'
  const at = deps.clock.now()
  const today = deps.clock.today()
  const preview = await previewRewards(tx, deps.keys, tenant, [orderNumber], today)
  const earned = preview([[orderNumber]])
  await markOrderCancelled(tx, tenant.code, orderNumber, at, refusal)
  await dropDecision(tx, tenant.code, orderNumber)
  await audit(tx, tenant.code, {
    at,
    actor,
    action: 'order-refused',
    subjectKind: 'order',
    subjectId: orderNumber,
    details: { reason: refusal.reason },
    change: { before: { state: order.state }, after: { state: 'cancelled' } },
  })
  await refreshReferral(tx, tenant.code, order.referral_number, today)
  for (const side of await findOrderSides(tx, tenant.code, orderNumber)) {
    if ((earned.get(orderNumber)?.[side.beneficiary] ?? 0) > 0)
      await mailRefusal(tx, tenant, side, refusal, { at, key: `order|${orderNumber}` })
  }
  return 'refused'
}

/** Mails what was refused, why, and how and until when to object. */
export async function mailRefusal(
  tx: Tx,
  tenant: Tenant,
  side: Side,
  refusal: Refusal,
  { at, key, link }: { at: Temporal.Instant; key: string; link?: { link: MailLink } },
): Promise<void> {
  const { language } = side
  await queueMail(tx, tenant.code, {
    template: 'refused',
    to: side.email,
    locale: language,
    data: {
      firstName: side.firstName,
      beneficiary: side.beneficiary,
      productTitle: side.productTitle && titleInMail(side.productTitle, side.inSentence, language),
      reason: refusalText(refusal, language),
      objectUntil: objectUntil(localDate(at)).toString(),
      email: tenant.contact.email,
      link: link ?? {
        link: {
          page: 'Contact',
          query: {
            thema: 'objection',
            ...(side.referralNumber ? { empfehlungsnummer: side.referralNumber } : {}),
          },
        },
      },
    },
    dedupeKey: `refused|${key}|${side.beneficiary}`,
    now: at,
  })
}
