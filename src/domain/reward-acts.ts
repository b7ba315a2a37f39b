import { addMonthsClamped } from './dates.ts'
import type { RewardState } from './reward.ts'

// What an operator may do about one reward, beside the review (domain.md section 9).

type Holdable = {
  state: RewardState
  review: 'none' | 'held' | 'approved' | 'refused'
  isInBatch: boolean // its payment is at the bank
}

/** Why a reward cannot be held by hand; null: it can. */
export type CannotHold = 'held' | 'at-bank' | 'over'

/** Whoever doubts a reward holds it until it is paid; the review's decision releases it. */
export function cannotHold({ state, review, isInBatch }: Holdable): CannotHold | null {
  if (state === 'paid' || state === 'cancelled' || state === 'expired') return 'over'
  if (state === 'collected' && isInBatch) return 'at-bank'
  return review === 'held' ? 'held' : null
}

/** A reward expires soon in this many days or fewer. */
export const soonDays = 30

/** The longest that an operator lets a reward expire later, in months; never longer than the tenant gives at first. */
const mostMonths = 3

/** The last day that a reward may be prolonged to; null: it may not, as it does not expire soon, is over or was prolonged before. */
export function extendableUntil(
  reward: { state: RewardState; expiresOn: Temporal.PlainDate | null; isExtended: boolean },
  today: Temporal.PlainDate,
  rewardMonths: number,
): Temporal.PlainDate | null {
  const { state, expiresOn, isExtended } = reward
  if (state !== 'provided' || expiresOn === null || isExtended) return null
  const days = today.until(expiresOn, { largestUnit: 'days' }).days
  if (days < 0 || days > soonDays) return null
  return addMonthsClamped(expiresOn, Math.min(mostMonths, rewardMonths))
}
