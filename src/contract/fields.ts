import { z } from 'zod'
import { salutations } from '../domain/person.ts'

// Shared field types. Dates and instants stay text, as browsers may lack Temporal.

export const text = z.string().trim().min(1).max(200)
// For unsolicited mails: no text that mail programs turn into links, nothing invisible, no line breaks, which could hide a link.
const unseen = '\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800'
const dot = '[.\\u3002\\uff0e\\uff61]'
const domain = `www${dot}|${dot}[\\p{L}\\p{M}]{2,}`
/** Text of those letters without such a link. */
const plain = (link: string, letters: string) =>
  new RegExp(`^(?![^]*(?:${link}))[^${letters}${unseen}]*$`, 'iu')
/** A line of a person's own, as a street or phone number: nothing invisible, no markup. */
export const plainLine = z
  .string()
  .trim()
  .max(200)
  .regex(new RegExp(`^[^<>{}${unseen}]*$`, 'u'))
/**
 * Whose account it is, of people and companies: letters, digits, spaces and the signs of names and legal forms, no link. Banks take Latin
 * letters only, which `isLatinName` says in its own words.
 */
export const payeeSigns = new RegExp(
  `^(?![^]*(?:[wW]{3}${dot}|${dot}(?:[\\p{Ll}\\p{M}]{2,}|\\p{Lu}{2,})|\\p{M}{3}|\\p{Default_Ignorable_Code_Point}))[\\p{L}\\p{M}0-9 .'’&/+,()-]*$`,
  'u',
)
export const payeeName = z
  .string()
  .overwrite((words) =>
    words
      .replaceAll(/[ \u00a0\u2009\u202f]+/g, ' ')
      // As phones and word processors write them.
      .replaceAll(/[´`‘]/g, "'")
      .replaceAll(/[‐‑–]/g, '-'),
  )
  .trim()
  .min(2)
  .max(70)
  .regex(payeeSigns)
/** Part of an address: nothing invisible. */
export const addressLine = z
  .string()
  .trim()
  .max(120)
  .regex(new RegExp(`^[^<>{}${unseen}]*$`, 'u'))
export const name = z
  .string()
  .trim()
  .min(1)
  .max(80)
  // The signs of names, and none that look like those of an address. Three digits, whatever stands between them, would be a phone number in
  // a stranger's mail.
  .regex(
    new RegExp(
      `^(?![^]*(?:${domain}|\\d${dot}\\d|\\p{N}(?:\\P{N}*\\p{N}){2}|[${unseen}]))[\\p{L}\\p{M}\\p{N}\\p{Zs}.,;!?'’´\`‘"„“”()&+*_·‐‑–—-]*$`,
      'iu',
    ),
  )
/** Nobody has to give one. */
export const salutation = z.enum(salutations).optional()
/** Company names may have dots, ampersands and digits; unsolicited mails never contain them. */
export const companyName = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .regex(plain(`www${dot}|:\\/\\/|${dot}[\\p{L}\\p{M}]{2,}\\/`, '<>{}@\\\\'))
/** A recommending company is named to its contacts. */
export const namedCompany = companyName.regex(plain(domain, '<>{}@\\\\'))
/** A one-line message to a stranger. */
export const remark = z
  .string()
  .overwrite((words) => words.replaceAll(/\s+/g, ' '))
  .trim()
  .regex(plain(`${domain}|:\\/\\/`, '<>{}'))
export const longText = z.string().trim().min(1).max(20_000)
export const emailText = z.string().trim().min(3).max(254)
export const password = z.string().min(1).max(200)
export const date = z.iso.date()
export const germanDate = z.string().regex(/^\d{2}\.\d{2}\.\d{4}$/)
export const instant = z.iso.datetime({ offset: true })
export const cents = z.int()
export const percent = z.int().min(0).max(100)
export const flag = z.boolean()
export const count = z.int().min(0)
export const locale = z.enum(['de', 'en'])
export const channel = z.string().max(40)
/** `true`, "yes" in any case, or a positive number count as agreed (spec section 5). */
export const agreed = z
  .union([z.boolean(), z.string().max(10), z.number()])
  .transform((value) =>
    typeof value === 'string'
      ? value.toLowerCase() === 'yes'
      : typeof value === 'number'
        ? value > 0
        : value,
  )
// Attribution parameters (spec section 2.3), as in page URLs.
const parameter = z.string().max(200).optional()
export const campaignFields = {
  channel: ['channel', channel.optional()],
  c: ['c', parameter],
  pk_campaign: ['pk_campaign', parameter],
  mtm_campaign: ['mtm_campaign', parameter],
} as const
