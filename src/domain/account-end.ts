import type { RewardState } from './reward.ts'

/**
 * What becomes of a referrer's reward when the account is deleted (docs/decisions.md): what nobody has collected is given up, what
 * was collected is still paid to the account that was given for it, and what is over stays as it is.
 */
export type RewardEnd = 'given-up' | 'still-paid' | 'over'

export function endOf(state: RewardState): RewardEnd {
  if (state === 'open' || state === 'provided') return 'given-up'
  return state === 'collected' ? 'still-paid' : 'over'
}

/** Whether a deletion costs its owner something, so that they have to say that they mean it. */
export function needsWaiver(losses: { rewards: readonly RewardState[]; expectedCents: number }) {
  return losses.expectedCents > 0 || losses.rewards.some((state) => endOf(state) === 'given-up')
}
