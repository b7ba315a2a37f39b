import { z } from 'zod'
import type { StoredPayoutRules } from '../../domain/payout-rules.ts'

const most = 99_999_999_999 // of a SEPA payment, in cents

/** A tenant's rules for payouts in its file; what is missing has its default (domain/payout-proposal.ts). */
export const payoutRules: z.ZodType<StoredPayoutRules> = z.strictObject({
  proposeCents: z.int().min(1).max(most).nullable().optional(),
  aloneCents: z.int().min(0).max(most).nullable().optional(),
  preparerCents: z.int().min(1).max(most).nullable().optional(),
  approverCents: z.int().min(0).max(most).nullable().optional(),
  weekday: z.int().min(1).max(7).nullable().optional(),
  hour: z.int().min(0).max(23).nullable().optional(),
  leastCents: z.int().min(0).max(most).nullable().optional(),
  aloneReason: z.string().trim().min(10).max(300).nullable().optional(),
  instant: z.boolean().optional(),
  latinNames: z.boolean().optional(),
  filePayments: z.int().min(1).max(10_000).nullable().optional(),
  fileCents: z.int().min(1).max(most).nullable().optional(),
})
