import { assertCents, type Cents } from './money.ts'
import type { RewardState } from './reward.ts'

// Money to be got back: paid for an order that was cancelled afterwards (domain.md section 9).

/** As on the wire. */
export const clawbackStates = ['offen', 'vorgeschlagen', 'erledigt'] as const
export const clawbackOutcomes = ['recovered', 'set-off', 'written-off'] as const
export type ClawbackOutcome = (typeof clawbackOutcomes)[number]

const mostReminders = 3
/** Between two reminders, and from the last one, which announces it, until a reward is set off. */
export const pauseDays = 14

const isPaused = (since: Temporal.PlainDate, today: Temporal.PlainDate) =>
  Temporal.PlainDate.compare(today, since.add({ days: pauseDays })) < 0

/** Why nobody is reminded now; null: somebody may be. */
export type CannotRemind = 'over' | 'often' | 'lately'

export function cannotRemind(
  clawback: { leftCents: Cents; reminders: number; remindedOn: Temporal.PlainDate | null },
  today: Temporal.PlainDate,
): CannotRemind | null {
  const { leftCents, reminders, remindedOn } = clawback
  if (leftCents === 0) return 'over'
  if (reminders >= mostReminders) return 'often'
  return remindedOn !== null && isPaused(remindedOn, today) ? 'lately' : null
}

/** Why nothing is set off now; null: rewards of the same person may be. */
export type CannotSetOff = 'over' | 'untold' | 'lately'

/** Nobody's reward is set off before they were told, and had time to pay or to object. */
export function cannotSetOff(
  clawback: { leftCents: Cents; remindedOn: Temporal.PlainDate | null },
  today: Temporal.PlainDate,
): CannotSetOff | null {
  const { leftCents, remindedOn } = clawback
  if (leftCents === 0) return 'over'
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
