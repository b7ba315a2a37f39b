import type { listOwnReferrals } from '../../contract/empfehler.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { localDate } from '../../domain/dates.ts'
import { confirmBy } from '../../domain/recipient.ts'
import { recipientSteps, waitingFor } from '../../domain/referral.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import { expectedInAccount } from './expected-in-account.ts'
import type { OwnOrder, OwnRecipient, OwnReferrals, OwnReward } from './own-referrals-store.ts'
import { refusalView } from './refusal-view.ts'
import { isClaimedBack, isUnderReview } from './reward-view.ts'

type Progress = AnswerOf<typeof listOwnReferrals>[number]['recipients'][number]
type Contract = NonNullable<Progress['contracts']>[number]
type Way = Omit<Progress, 'initials' | 'contracts'>
type Asked = {
  tenant: Pick<Tenant, 'unconfirmedWeeks'>
  today: Temporal.PlainDate
  locale: Locale
}

/**
 * A recipient's progress for the referrer, with each contract; empty if withdrawn without an order. Codes of domain/referral.ts;
 * a held reward has its reason from domain/eligibility.ts.
 */
export function recipientProgress(
  asked: Asked,
  own: OwnReferrals,
  recipient: OwnRecipient,
): Progress[] {
  const theirs = own.orders.filter((order) => order.recipient_number === recipient.number)
  if (recipient.state === 'withdrawn' && theirs.length === 0) return []
  const alive = theirs.find((order) => order.state !== 'cancelled')
  // Anybody can type an address and report: shown only if nothing better is known, and hides nothing.
  const reported = alive
    ? undefined
    : own.orders.find((order) => order.reported_for === recipient.number)
  const orders = reported ? [reported, ...theirs] : theirs
  const newest = alive ?? reported ?? null
  return [
    {
      initials: initialsOf(recipient),
      ...wayOf(asked, own, recipient, newest),
      contracts: orders.map((order) => contractOf(asked, own, recipient, order)),
    },
  ]
}

function wayOf(
  { tenant, today }: Asked,
  own: OwnReferrals,
  recipient: OwnRecipient,
  order: OwnOrder | null,
): Way {
  const rewards = own.rewards.filter((reward) => reward.order_number === order?.number)
  const mine = rewards.find((reward) => reward.beneficiary === 'referrer') ?? null
  // A referrer who gave everything away sees the contact's payment.
  const received = (mine ?? rewards[0])?.paid_at ?? null
  const waiting = waitingFor({
    dataConfirmed: recipient.confirmed_at !== null,
    confirmBy: confirmBy(Temporal.PlainDate.from(recipient.created_on), tenant.unconfirmedWeeks),
    order: order && { state: order.state, releasableOn: dateOf(order.releasable_on) },
    reward: mine && {
      state: mine.state,
      expiresOn: dateOf(mine.expires_on),
      expectedOn: expectedInAccount(mine, today),
    },
  })
  const held = mine && isUnderReview(mine) ? mine.review_reasons[0] : undefined
  return {
    step: waiting.step,
    steps: recipientSteps({
      contractOn: order?.contract_on ?? null,
      dataConfirmedOn: dayOf(recipient.confirmed_at),
      orderConfirmedOn: dayOf(order?.confirmed_at ?? null),
      rewardReceivedOn: dayOf(received),
    }),
    waitsFor: held ?? waiting.reason,
    ...(waiting.until && !held ? { nextOn: waiting.until.toString() } : {}),
  }
}

function contractOf(
  asked: Asked,
  own: OwnReferrals,
  recipient: OwnRecipient,
  order: OwnOrder,
): Contract {
  const { steps, ...way } = wayOf(asked, own, recipient, order)
  const mine = own.rewards.find(
    (reward) => reward.order_number === order.number && reward.beneficiary === 'referrer',
  )
  const contract = {
    product: order.title[asked.locale],
    contractOn: order.contract_on,
    ...(mine ? { cents: mine.cents } : {}),
    ...refusalView(asked.locale, order, mine),
    steps,
  }
  const cancelledOn = dayOf(order.cancelled_at)
  if (order.state !== 'cancelled' || !cancelledOn) return { ...contract, ...way }
  // Final, whatever this person's next contract waits for.
  return {
    ...contract,
    step: 'order-confirmed',
    waitsFor: 'cancelled',
    cancellation: { cancelledOn, reward: lossOf(mine) },
  }
}

function lossOf(mine: OwnReward | undefined) {
  if (!mine) return 'keine'
  return isClaimedBack(mine) ? 'zurueckgefordert' : 'entfallen'
}

const dateOf = (text: string | null) => (text === null ? null : Temporal.PlainDate.from(text))
const dayOf = (instant: Temporal.Instant | null) => (instant ? localDate(instant).toString() : null)

export function initialsOf(recipient: Pick<OwnRecipient, 'first_name' | 'last_name'>): string {
  const first = (name: string) => [...name.trim()][0]?.toUpperCase()
  return [first(recipient.first_name), first(recipient.last_name)]
    .filter((letter) => letter !== undefined)
    .map((letter) => `${letter}.`)
    .join(' ')
}
