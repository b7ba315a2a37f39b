import { expectedOn } from '../../domain/payout.ts'
import type { Reward } from './store.ts'

/**
 * The day on which the money of a collected cash reward is expected in the account: that of its payment where it is at the bank,
 * else of the batch that will take it. Null for any other reward, for one that is held for review, and for a payment whose day has
 * passed without a word of the bank.
 */
export function expectedInAccount(
  reward: Pick<Reward, 'state' | 'due_on' | 'review'> & { execution_on: string | null },
  today: Temporal.PlainDate,
): Temporal.PlainDate | null {
  if (reward.state !== 'collected' || reward.due_on === null) return null
  if (reward.review === 'held' && reward.execution_on === null) return null
  if (reward.execution_on === null) return expectedOn(Temporal.PlainDate.from(reward.due_on), today)
  return reward.execution_on < today.toString()
    ? null
    : Temporal.PlainDate.from(reward.execution_on)
}
