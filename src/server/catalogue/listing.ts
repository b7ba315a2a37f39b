import { z } from 'zod'
import { dataUri } from '../../domain/brand-picture.ts'
import { parsePlan } from '../../domain/money.ts'

// The lists of a tenant file: products, reward options and campaigns. A missing list changes nothing; entries are upserted and never
// deleted, because referrals and consents refer to them.

const text = z.string().trim().min(1)
const localised = z.strictObject({ de: text, en: text })

/** Path of an existing picture, or a data URI. */
export const isPictureField = (value: string) => /^\/[^?#\s]*$/.test(value) || dataUri.test(value)
export const pictureHint =
  'is neither a path that starts with / nor a PNG, JPEG or WebP as a data URI'
const picture = z.string().refine(isPictureField, pictureHint)
const position = z.int().min(0).optional()
const id = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/, 'is up to 40 letters, digits, _ and -')

const product = z.strictObject({
  id,
  externalId: text.max(80),
  title: localised,
  inSentence: localised.nullable().default(null), // accusative with article: "das Solardach"
  description: localised,
  category: text,
  commission: z.string().refine((plan) => parsePlan(plan) !== null, 'is not "plan;cents"'),
  picture,
  previewPicture: picture,
  position,
  active: z.boolean().default(true),
  featured: z.boolean().default(true), // on the homepage
})

const order = z
  .strictObject({
    products: z
      .array(z.string().regex(/^[A-Za-z0-9_-]{1,60}$/, 'is no id of a product'))
      .min(1)
      .max(50),
    leastCents: z.int().min(1),
    mostCents: z.int().min(1).max(1_000_000),
  })
  .refine(({ leastCents, mostCents }) => leastCents <= mostCents, 'has a least above its most')

const voucher = z.strictObject({
  redeem: localised,
  validity: localised,
  terms: localised,
  shopUrl: z.url({ protocol: /^https$/ }).nullable(),
  order: order.optional(), // at the tenant's provider (voucherProvider); without it codes come from a pool
})

const optionFields = z.strictObject({
  id,
  kind: z.enum(['cash', 'voucher']),
  title: localised,
  text: localised,
  picture,
  startsOn: z.iso.date(),
  endsOn: z.iso.date().nullable().default(null),
  displayEndsOn: z.iso.date().nullable().default(null),
  voucher: voucher.nullable().default(null), // how to redeem its code, for the mail
  position,
})
const option = optionFields.refine(({ kind, voucher }) => kind === 'cash' || voucher !== null, {
  path: ['voucher'],
  message: 'is missing: how a code is redeemed, how long it is good, and under which terms',
})

const campaign = z.strictObject({
  id,
  title: localised,
  text: localised,
  legalText: localised, // paragraphs separated by an empty line
  consent: localised, // the checkbox's sentence
  version: text.max(40), // consents name it, so it changes with the words
  startsOn: z.iso.date(),
  endsOn: z.iso.date().nullable().default(null),
  position,
})

type Placed<T> = Omit<T, 'position'> & { position: number }
export type ListedProduct = Placed<z.output<typeof product>>
export type ListedOption = Placed<z.output<typeof option>>
export type ListedCampaign = Placed<z.output<typeof campaign>>
export type Listing = {
  products: ListedProduct[]
  rewardOptions: ListedOption[]
  campaigns: ListedCampaign[]
}

const listing = z.object({
  products: z
    .array(product)
    .refine(unique('id'), 'has an id twice')
    .refine(unique('externalId'), 'has an externalId twice')
    .default([]),
  rewardOptions: z.array(option).refine(unique('id'), 'has an id twice').default([]),
  campaigns: z.array(campaign).refine(unique('id'), 'has an id twice').default([]),
})

function unique<K extends string>(name: K) {
  return (rows: Record<K, string>[]) => new Set(rows.map((row) => row[name])).size === rows.length
}

/** Entries without `position` keep the file's order. */
export function readListing(
  file: Partial<Record<keyof Listing, unknown>>,
): { listing: Listing } | { issues: z.core.$ZodIssue[] } {
  const read = listing.safeParse(file)
  if (!read.success) return { issues: read.error.issues }
  const place = <T extends { position?: number | undefined }>(rows: T[]) =>
    rows.map((row, at) => ({ ...row, position: row.position ?? at + 1 }))
  const { products, rewardOptions, campaigns } = read.data
  return {
    listing: {
      products: place(products),
      rewardOptions: place(rewardOptions),
      campaigns: place(campaigns),
    },
  }
}
