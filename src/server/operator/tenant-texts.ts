import { z } from 'zod'
import { isEmail } from '../../domain/email.ts'

// What texts and companies of a tenant file look like.

export const prose = z.string().trim().min(1)
// Headers of mails, titles and addresses are of these.
export const text = prose.refine((line) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(line), 'has a line break')
export const localised = z.strictObject({ de: text, en: text })
export const localisedProse = z.strictObject({ de: prose, en: prose })
export const email = z.string().refine(isEmail, 'is not an e-mail address')

export const companyOnDocuments = z.strictObject({
  name: text.max(120),
  address: z.strictObject({ street: text, zip: text, city: text }),
  email,
  vatId: z.string().regex(/^DE[0-9]{9}$/, 'is not a German VAT id like DE123456789'),
  taxNumber: text.nullable(),
  registerEntry: text.nullable(),
})
