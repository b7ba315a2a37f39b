import type { z } from 'zod'
import type { ownRepayment } from '../../contract/praemierung.ts'
import type { Repayment } from './repayment-store.ts'

/** A repayment as the person who made it reads it; who booked it is the operator's data. */
export const ownRepaymentView = (
  repayment: Repayment & { reward_id: string },
): z.output<typeof ownRepayment> => ({
  rewardId: repayment.reward_id,
  cents: repayment.cents,
  paidOn: repayment.paid_on,
  reference: repayment.reference,
  bookedAt: repayment.booked_at.toString(),
  undoneAt: repayment.undone_at?.toString() ?? null,
})
