import type { RewardState } from './reward.ts'

/**
 * What happens to a referrer's reward when the account is deleted (decision 64): uncollected ones are given up, collected
 * ones are still paid, finished ones stay.
 */
export type RewardEnd = 'given-up' | 'still-paid' | 'over'

export function endOf(state: RewardState): RewardEnd {
  if (state === 'open' || state === 'provided') return 'given-up'
  return state === 'collected' ? 'still-paid' : 'over'
}

/** Whether a deletion costs the owner something and needs confirmation. */
export function needsWaiver(losses: { rewards: readonly RewardState[]; expectedCents: number }) {
  return losses.expectedCents > 0 || losses.rewards.some((state) => endOf(state) === 'given-up')
}
