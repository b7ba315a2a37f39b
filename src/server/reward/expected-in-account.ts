import { expectedOn } from '../../domain/payout.ts'
import type { Reward } from './store.ts'

/**
 * The day a collected cash reward is expected in the account: of its payment if at the bank, else of its next batch. Null for
 * other or held rewards, and for a payment overdue without a bank status.
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
