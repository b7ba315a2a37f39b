import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import type { ReviewCase } from '../reward/review-store.ts'
import { personOf } from '../team/sign-in.ts'
import { findNextCase } from './review-queue-store.ts'

/** The case that the caller goes on with after one that waits or is decided; null: none is left. */
export const nextAfter = (
  tx: Tx,
  call: Pick<Call, 'tenant' | 'caller' | 'today'>,
  { reward_id: rewardId, queue_on: queueOn }: ReviewCase,
): Promise<string | null> =>
  findNextCase(
    tx,
    call.tenant.code,
    { rewardId, queueOn, self: personOf(call).operatorId },
    call.today.toString(),
  )
