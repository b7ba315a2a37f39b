import { changeState } from './state-change.ts'
import type { Change } from './state-change.ts'
import type { OrderState } from './order.ts'
import type { RewardState } from './reward.ts'

export type ReferralState = 'open' | 'accepted' | 'released' | 'paid' | 'expired' | 'cancelled'

/** Labels on the wire (spec section 4). */
export const referralLabels: Record<ReferralState, string> = {
  open: 'Offen',
  accepted: 'Ok',
  released: 'Freigegeben',
  paid: 'Gezahlt',
  expired: 'Abgelaufen',
  cancelled: 'Storniert',
}

/**
 * Steps back: a cancelled order never cancels the referral, as other contacts may still sign: it takes released to accepted, a
 * withdrawn recipient accepted to open or expired, a returned payment or second order paid to released. A late feed revives an
 * expired referral. Only cancelling is final.
 */
export const referralNext = {
  open: ['accepted', 'released', 'paid', 'expired', 'cancelled'],
  accepted: ['released', 'paid', 'open', 'expired', 'cancelled'],
  released: ['paid', 'accepted', 'open', 'expired', 'cancelled'],
  paid: ['released'],
  expired: ['accepted', 'released', 'paid', 'cancelled'],
  cancelled: [],
} as const satisfies Record<ReferralState, readonly ReferralState[]>

export function changeReferral(from: ReferralState, to: ReferralState): Change {
  return changeState<ReferralState>(referralNext, from, to)
}

/** Whether accepted recipients go on: not if it was cancelled, unless only because the referrer left (decision 64). */
export function goesOn(referral: { state: ReferralState; accepted_go_on: boolean }): boolean {
  return referral.state !== 'cancelled' || referral.accepted_go_on
}

export type OrderProgress = { state: OrderState; rewards: readonly RewardState[] }
export type RecipientProgress = { accepted: boolean; orders: readonly OrderProgress[] }

/**
 * The state derived from the recipients (domain.md section 3): paid only if every uncancelled reward is paid and at least one is,
 * else that of the furthest recipient; expired only if nobody accepted in time. A confirmed order counts as accepted, as it
 * confirms the recipient's data. An expired reward keeps the referral released.
 */
export function deriveReferralState(input: {
  cancelled: boolean
  validUntil: Temporal.PlainDate
  today: Temporal.PlainDate
  recipients: readonly RecipientProgress[]
}): ReferralState {
  if (input.cancelled) return 'cancelled'
  const orders = input.recipients.flatMap((recipient) => recipient.orders)
  const rewards = orders.flatMap((order) => order.rewards).filter((state) => state !== 'cancelled')
  if (rewards.length > 0 && rewards.every((state) => state === 'paid')) return 'paid'
  if (orders.some((order) => order.state === 'released')) return 'released'
  if (input.recipients.some(hasAccepted)) return 'accepted'
  return isExpired(input.validUntil, input.today) ? 'expired' : 'open'
}

function hasAccepted(recipient: RecipientProgress): boolean {
  return recipient.accepted || recipient.orders.some((order) => order.state === 'confirmed')
}

/** The last local day for new recipients, after 60 days (spec section 9); `days` is the tenant's `referralDays`. */
export function validUntil(createdOn: Temporal.PlainDate, days: number): Temporal.PlainDate {
  return createdOn.add({ days })
}

/** The last day counts to its end. */
export function isExpired(lastDay: Temporal.PlainDate, today: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(today, lastDay) > 0
}

export type StepName =
  | 'contract-concluded'
  | 'data-confirmed'
  | 'order-confirmed'
  | 'reward-received'

export type RecipientStep = { name: StepName; doneOn: string | null }

/** The four progress steps, in the order of spec section 4. ISO dates (yyyy-mm-dd); null: open. */
export function recipientSteps(done: {
  contractOn: string | null
  dataConfirmedOn: string | null
  orderConfirmedOn: string | null
  rewardReceivedOn: string | null
}): RecipientStep[] {
  return [
    { name: 'contract-concluded', doneOn: done.contractOn },
    // A contract confirmed by the provider also confirms the recipient's data (domain.md section 3).
    { name: 'data-confirmed', doneOn: done.dataConfirmedOn ?? done.orderConfirmedOn },
    { name: 'order-confirmed', doneOn: done.orderConfirmedOn },
    { name: 'reward-received', doneOn: done.rewardReceivedOn },
  ]
}

export type WaitingReason =
  | 'confirm-data'
  | 'conclude-contract'
  | 'order-confirmation'
  | 'complaint-period'
  | 'prepare-reward'
  | 'choose-reward'
  | 'payout'
  | 'done'

export type Waiting = {
  step: StepName
  reason: WaitingReason
  until: Temporal.PlainDate | null
}

/**
 * What a recipient waits for next, and until when (null: unknown or none). `confirmBy`: last day to confirm (recipient.ts);
 * `order`: the newest uncancelled one with its release day (order.ts); `reward`: the viewer's, or null. An open reward has no
 * date: its mail is still to come, or it is held. `expectedOn` (payout.ts): null if the bank is late.
 */
export function waitingFor(input: {
  dataConfirmed: boolean
  confirmBy: Temporal.PlainDate | null
  order: { state: OrderState; releasableOn: Temporal.PlainDate | null } | null
  reward: {
    state: RewardState
    expiresOn: Temporal.PlainDate | null
    expectedOn: Temporal.PlainDate | null
  } | null
}): Waiting {
  const { order, reward } = input
  const provider = order?.state === 'confirmed' || order?.state === 'released'
  if (!provider && !input.dataConfirmed) {
    return { step: 'data-confirmed', reason: 'confirm-data', until: input.confirmBy }
  }
  if (order === null || order.state === 'cancelled') {
    return { step: 'contract-concluded', reason: 'conclude-contract', until: null }
  }
  if (order.state === 'reported') {
    return { step: 'order-confirmed', reason: 'order-confirmation', until: null }
  }
  const step = 'reward-received'
  if (order.state === 'confirmed') {
    return { step, reason: 'complaint-period', until: order.releasableOn }
  }
  if (reward?.state === 'open') return { step, reason: 'prepare-reward', until: null }
  if (reward?.state === 'provided')
    return { step, reason: 'choose-reward', until: reward.expiresOn }
  if (reward?.state === 'collected') return { step, reason: 'payout', until: reward.expectedOn }
  return { step, reason: 'done', until: null }
}
