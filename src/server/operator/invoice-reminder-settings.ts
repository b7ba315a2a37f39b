import { z } from 'zod'
import { mostReminders } from '../../domain/invoice-reminder.ts'

const words = z.string().trim().max(1000)

/** When agencies are reminded of unpaid invoices, and what a step says beside our words. */
export const invoiceReminders = z.strictObject({
  days: z
    .array(z.int().min(1).max(365))
    .max(mostReminders)
    .refine(
      (days) => days.every((day, at) => at === 0 || day > days[at - 1]!),
      'is not ascending, as 7, 21, 35',
    )
    .optional(),
  texts: z
    .array(z.strictObject({ de: words, en: words }))
    .max(mostReminders)
    .optional(),
})
