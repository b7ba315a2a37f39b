import { localDate } from '../../domain/dates.ts'
import type { ReviewReason } from '../../domain/eligibility.ts'
import { answerBy } from '../../domain/review.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'
import { openCase } from './review-store.ts'
import { updateReview } from './store.ts'

type Held = {
  rewardId: string
  cents: number
  reasons: ReviewReason[] // all of them
  at: Temporal.Instant
}

/** Opens the case of a reward that is held, with the day by which an answer is promised. */
export const openReview = (tx: Tx, tenant: Tenant, held: Held): Promise<void> =>
  openCase(tx, tenant.code, {
    ...held,
    answerBy: answerBy(localDate(held.at), tenant.reviewDays),
  })

/** Holds a reward for review. */
export async function holdReward(tx: Tx, tenant: Tenant, held: Held): Promise<void> {
  await updateReview(tx, tenant.code, held.rewardId, 'held', held.reasons)
  await openReview(tx, tenant, held)
}
