import { z } from 'zod'

/** What a tenant file says about vouchers. The provider's key is no part of it: `secret set vouchers`. */
export const voucherSettings = {
  voucherExpiryDays: z.int().min(0).max(3650).optional(),
  voucherReminderDays: z.int().min(0).max(365).optional(),
  leastVouchers: z.int().min(0).max(100_000).optional(),
  voucherProvider: z
    .strictObject({
      name: z.literal('tremendous'),
      isSandbox: z.boolean(),
      fundingSource: z.string().regex(/^[A-Za-z0-9_-]{1,60}$/, 'is no id of a funding source'),
    })
    .nullable()
    .optional(),
}
