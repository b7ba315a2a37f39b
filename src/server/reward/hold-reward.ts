import { localDate } from '../../domain/dates.ts'
import type { ReviewReason } from '../../domain/eligibility.ts'
import { answerBy } from '../../domain/review.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'
import { openCases } from './review-store.ts'
import { updateReview } from './store.ts'

type Held = {
  rewardId: string
  cents: number
  reasons: ReviewReason[] // all of them
  at: Temporal.Instant
}

/** Opens the cases of rewards that are held, with the day by which an answer is promised. */
export const openReviews = (tx: Tx, tenant: Tenant, held: readonly Held[]): Promise<void> =>
  openCases(
    tx,
    tenant.code,
    held.map((one) => ({
      ...one,
      answerBy: answerBy(localDate(one.at), tenant.reviewDays),
    })),
  )

/** Holds a reward for review. */
export async function holdReward(tx: Tx, tenant: Tenant, held: Held): Promise<void> {
  await updateReview(tx, tenant.code, held.rewardId, 'held', held.reasons)
  await openReviews(tx, tenant, [held])
}
