import { z } from 'zod'
import { mostReminders } from '../../domain/invoice-reminder.ts'
import { text } from './tenant-texts.ts'

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

/** Whom a public buyer asks about an invoice (XRechnung, BG-6). */
export const invoiceContact = z.strictObject({
  name: text.max(120).nullable().optional(),
  phone: text
    .max(40)
    .regex(/^[+(]?\d[\d ()/-]*\d$/, 'is no phone number like 030 1234567')
    .nullable()
    .optional(),
})
