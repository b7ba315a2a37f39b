import { assertCents, type Cents } from './money.ts'
import type { RewardState } from './reward.ts'
import type { Localised } from './tenant.ts'

// Money to be got back: paid for an order that was cancelled afterwards (domain.md section 9).

/** As on the wire. */
export const clawbackStates = ['offen', 'vorgeschlagen', 'erledigt'] as const
/** What the list is filtered by. */
export const clawbackFilters = [...clawbackStates, 'zu-tun'] as const
export type ClawbackFilter = (typeof clawbackFilters)[number]
export const clawbackOutcomes = ['recovered', 'set-off', 'written-off'] as const
export type ClawbackOutcome = (typeof clawbackOutcomes)[number]

const mostReminders = 3
/** Between two reminders, and from the last one, which announces it, until a reward is set off. */
export const pauseDays = 14

/** The first day on which what was announced may be set off. */
export const setOffFrom = (remindedOn: Temporal.PlainDate): Temporal.PlainDate =>
  remindedOn.add({ days: pauseDays })

const isPaused = (since: Temporal.PlainDate, today: Temporal.PlainDate) =>
  Temporal.PlainDate.compare(today, setOffFrom(since)) < 0

/** What a transfer says, so that whoever sees it come finds the clawback. */
export function repaymentReference(orderNumber: string | null, rewardId: string): Localised {
  const number = orderNumber ?? rewardId.slice(-12)
  return { de: `Rückzahlung ${number}`, en: `Repayment ${number}` }
}

/** Why nobody is reminded now; null: somebody may be. */
export type CannotRemind = 'over' | 'proposed' | 'often' | 'lately'

export function cannotRemind(
  clawback: {
    leftCents: Cents
    isProposed: boolean // something, to a second person
    reminders: number
    remindedOn: Temporal.PlainDate | null
  },
  today: Temporal.PlainDate,
): CannotRemind | null {
  const { leftCents, isProposed, reminders, remindedOn } = clawback
  if (leftCents === 0) return 'over'
  if (isProposed) return 'proposed'
  if (reminders >= mostReminders) return 'often'
  return remindedOn !== null && isPaused(remindedOn, today) ? 'lately' : null
}

/** Why nothing is set off now; null: rewards of the same person may be. */
export type CannotSetOff = 'over' | 'proposed' | 'untold' | 'lately'

/** Nobody's reward is set off before they were told, and had time to pay or to object, nor while it may be over already. */
export function cannotSetOff(
  clawback: { leftCents: Cents; isProposed: boolean; remindedOn: Temporal.PlainDate | null },
  today: Temporal.PlainDate,
): CannotSetOff | null {
  const { leftCents, isProposed, remindedOn } = clawback
  if (leftCents === 0) return 'over'
  if (isProposed) return 'proposed'
  if (remindedOn === null) return 'untold'
  return isPaused(remindedOn, today) ? 'lately' : null
}

/** Whether a reward's money is there to be set off: its owner could take it, and nobody doubts it or has sent it to the bank. */
export const isSettable = (reward: {
  state: RewardState
  review: 'none' | 'held' | 'approved' | 'refused'
  isInBatch: boolean
  isClaimedBack: boolean
}): boolean =>
  (reward.state === 'provided' || (reward.state === 'collected' && !reward.isInBatch)) &&
  reward.review !== 'held' &&
  reward.review !== 'refused' &&
  !reward.isClaimedBack

/** Why a transfer is not booked as a repayment; null: it can be. */
export type CannotRepay = 'too-much' | 'future'

/** Nobody pays back more than is owed, or money that has not arrived. */
export function cannotRepay(
  leftCents: Cents,
  paid: { cents: Cents; paidOn: Temporal.PlainDate },
  today: Temporal.PlainDate,
): CannotRepay | null {
  assertCents(paid.cents)
  if (paid.cents <= 0) throw new RangeError('nothing was paid')
  if (paid.cents > leftCents) return 'too-much'
  return Temporal.PlainDate.compare(paid.paidOn, today) > 0 ? 'future' : null
}

/** What is set off, what the person still owes and what is still paid; no cent is lost. */
export function setOff(
  leftCents: Cents,
  rewardCents: Cents,
): { cents: Cents; leftCents: Cents; payCents: Cents } {
  assertCents(leftCents)
  assertCents(rewardCents)
  if (leftCents <= 0 || rewardCents <= 0) throw new RangeError('nothing to set off')
  const cents = Math.min(leftCents, rewardCents)
  return { cents, leftCents: leftCents - cents, payCents: rewardCents - cents }
}
