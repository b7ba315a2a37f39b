import { z } from 'zod'
import { dataUri } from '../domain/brand-picture.ts'
import { parsePlan } from '../domain/money.ts'

// The catalogue part of a tenant file: products and reward options. A missing list changes nothing; entries are upserted and never
// deleted, because referrals refer to them.

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

const voucher = z.strictObject({
  redeem: localised,
  validity: localised,
  terms: localised,
  shopUrl: z.url({ protocol: /^https$/ }).nullable(),
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

type Placed<T> = Omit<T, 'position'> & { position: number }
export type FileProduct = Placed<z.output<typeof product>>
export type FileOption = Placed<z.output<typeof option>>
export type CatalogueFile = { products: FileProduct[]; rewardOptions: FileOption[] }

const catalogue = z.object({
  products: z
    .array(product)
    .refine(unique('id'), 'has an id twice')
    .refine(unique('externalId'), 'has an externalId twice')
    .default([]),
  rewardOptions: z.array(option).refine(unique('id'), 'has an id twice').default([]),
})

function unique<K extends string>(name: K) {
  return (rows: Record<K, string>[]) => new Set(rows.map((row) => row[name])).size === rows.length
}

export type CatalogueRead = { catalogue: CatalogueFile } | { issues: z.core.$ZodIssue[] }

/** Entries without `position` keep the file's order. */
export function readCatalogueFile(file: {
  products?: unknown
  rewardOptions?: unknown
}): CatalogueRead {
  const read = catalogue.safeParse(file)
  if (!read.success) return { issues: read.error.issues }
  const place = <T extends { position?: number | undefined }>(rows: T[]) =>
    rows.map((row, at) => ({ ...row, position: row.position ?? at + 1 }))
  const { products, rewardOptions } = read.data
  return { catalogue: { products: place(products), rewardOptions: place(rewardOptions) } }
}
