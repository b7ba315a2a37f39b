import { localDate } from '../../domain/dates.ts'
import type { OrderState } from '../../domain/order.ts'
import { objectUntil, refusalText, type Refusal } from '../../domain/refusal.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { titleInMail } from '../../domain/title-in-mail.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { queueMail, queueMails, type MailLink, type NewMail } from '../mail/store.ts'
import { dropDecisions } from '../order/decision-store.ts'
import { lockOrders } from '../order/store.ts'
import { markOrdersCancelled } from '../order/state-store.ts'
import { listOrderSides, type Side } from './claim-store.ts'
import { previewRewards } from './price-reward.ts'
import { refreshReferrals } from './refresh-referral.ts'

type Refusing = Pick<Deps, 'clock' | 'keys'>

type RefusedOrder = 'refused' | 'already' | 'released' | 'unknown'

/**
 * Refuses unreleased orders, each once; their beneficiaries are mailed the reason. A cancelled order stays cancelled. What one would have earned
 * depends on no other of them, as none is released.
 */
export async function refuseOrders(
  tx: Tx,
  deps: Refusing,
  tenant: Tenant,
  refusals: readonly { number: string; refusal: Refusal; actor: Actor }[],
): Promise<Map<string, RefusedOrder>> {
  const { code } = tenant
  if (refusals.length === 0) return new Map()
  const asked = refusals.map(({ number }) => number)
  const orders = new Map((await lockOrders(tx, code, asked)).map((order) => [order.number, order]))
  const answers = new Map(asked.map((number) => [number, answerOf(orders.get(number)?.state)]))
  const refused = refusals.filter(({ number }) => answers.get(number) === 'refused')
  if (refused.length === 0) return answers
  const numbers = refused.map(({ number }) => number)
  const at = deps.clock.now()
  const today = deps.clock.today()
  const preview = await previewRewards(tx, deps.keys, tenant, numbers, today)
  await markOrdersCancelled(tx, code, refused, at)
  await dropDecisions(tx, code, numbers)
  for (const { number, refusal, actor } of refused)
    await audit(tx, code, {
      at,
      actor,
      action: 'order-refused',
      subjectKind: 'order',
      subjectId: number,
      details: { reason: refusal.reason },
      change: { before: { state: orders.get(number)!.state }, after: { state: 'cancelled' } },
    })
  const referrals = numbers.map((number) => orders.get(number)!.referral_number)
  await refreshReferrals(tx, code, [...new Set(referrals)], today)
  const sidesOf = await listOrderSides(tx, code, numbers)
  const mails = refused.flatMap(({ number, refusal }) => {
    const earned = preview([[number]]).get(number)
    return (sidesOf.get(number) ?? [])
      .filter(({ beneficiary }) => (earned?.[beneficiary] ?? 0) > 0)
      .map((side) => refusalMail(tenant, side, refusal, { at, key: `order|${number}` }))
  })
  await queueMails(tx, code, mails)
  return answers
}

function answerOf(state: OrderState | undefined): RefusedOrder {
  if (state === undefined) return 'unknown'
  if (state === 'released') return 'released'
  return state === 'cancelled' ? 'already' : 'refused'
}

type Said = { at: Temporal.Instant; key: string; link?: { link: MailLink } }

/** Mails what was refused, why, and how and until when to object. */
export async function mailRefusal(
  tx: Tx,
  tenant: Tenant,
  side: Side,
  refusal: Refusal,
  said: Said,
): Promise<void> {
  await queueMail(tx, tenant.code, refusalMail(tenant, side, refusal, said))
}

function refusalMail(
  tenant: Tenant,
  side: Side,
  refusal: Refusal,
  { at, key, link }: Said,
): NewMail {
  const { language } = side
  return {
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
  }
}
