import type { listOwnReferrals } from '../../contract/empfehler.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { localDate } from '../../domain/dates.ts'
import { confirmBy } from '../../domain/recipient.ts'
import { recipientSteps, waitingFor } from '../../domain/referral.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { OwnOrder, OwnRecipient, OwnReferrals } from './own-referrals-store.ts'

type Progress = AnswerOf<typeof listOwnReferrals>[number]['recipients'][number]

/**
 * How far one recipient is, as the referrer sees it; nothing of one who withdrew without an order. Steps and what it waits for
 * are the codes of domain/referral.ts; a reward that is held says why with a code of domain/eligibility.ts.
 */
export function recipientProgress(
  tenant: Pick<Tenant, 'unconfirmedWeeks'>,
  own: OwnReferrals,
  recipient: OwnRecipient,
): Progress[] {
  const orders = own.orders.filter((order) => order.recipient_number === recipient.number)
  if (recipient.state === 'withdrawn' && orders.length === 0) return []
  const order = orders.find((one) => one.state !== 'cancelled') ?? null
  const rewards = own.rewards.filter((reward) => reward.order_number === order?.number)
  const mine = rewards.find((reward) => reward.beneficiary === 'referrer') ?? null
  // Whoever gave everything away sees when the contact has got it.
  const received = (mine ?? rewards[0])?.paid_at ?? null
  const waiting = waitingFor({
    dataConfirmed: recipient.confirmed_at !== null,
    confirmBy: confirmBy(Temporal.PlainDate.from(recipient.created_on), tenant.unconfirmedWeeks),
    order: order && { state: order.state, releasableOn: dateOf(order.releasable_on) },
    reward: mine && {
      state: mine.state,
      expiresOn: dateOf(mine.expires_on),
      dueOn: dateOf(mine.due_on),
    },
  })
  const held = mine?.review === 'held' && mine.state !== 'paid' ? mine.review_reasons[0] : undefined
  return [
    {
      initials: initialsOf(recipient),
      step: waiting.step,
      steps: recipientSteps({
        contractOn: order?.contract_on ?? null,
        dataConfirmedOn: dayOf(recipient.confirmed_at),
        orderConfirmedOn: dayOf(order?.confirmed_at ?? null),
        rewardReceivedOn: dayOf(received),
      }),
      waitsFor: held ?? waiting.reason,
      ...(waiting.until && !held ? { nextOn: waiting.until.toString() } : {}),
      ...cancellationOf(own, orders),
    },
  ]
}

/** The newest cancelled contract, and what that did to the referrer's own reward. */
function cancellationOf(own: OwnReferrals, orders: OwnOrder[]): Pick<Progress, 'cancellation'> {
  const order = orders.find((one) => one.state === 'cancelled')
  const cancelledOn = dayOf(order?.cancelled_at ?? null)
  if (!order || !cancelledOn) return {}
  const mine = own.rewards.find(
    (reward) => reward.order_number === order.number && reward.beneficiary === 'referrer',
  )
  const lost = mine?.claimed_back_at ? 'zurueckgefordert' : 'entfallen'
  return {
    cancellation: {
      contractOn: order.contract_on,
      cancelledOn,
      reward: mine ? lost : 'keine',
    },
  }
}

const dateOf = (text: string | null) => (text === null ? null : Temporal.PlainDate.from(text))
const dayOf = (instant: Temporal.Instant | null) => (instant ? localDate(instant).toString() : null)

function initialsOf(recipient: OwnRecipient): string {
  const first = (name: string) => [...name.trim()][0]?.toUpperCase()
  return [first(recipient.first_name), first(recipient.last_name)]
    .filter((letter) => letter !== undefined)
    .map((letter) => `${letter}.`)
    .join(' ')
}
