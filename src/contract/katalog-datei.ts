import { z } from 'zod'
import { parsePlan } from '../domain/money.ts'
import { shape } from './shape.ts'

// Import files and product feeds: the whole catalogue of the kinds contained. `_en` fields are the English of the previous field,
// default German.

// Error message for a wrong type.
const not = (what: string) => ({
  error: (issue: { input?: unknown }) =>
    issue.input === undefined || issue.input === null ? 'is empty' : `is ${what}`,
})

const printable = /^[^\p{Cc}\p{Cs}]*$/u
const line = (longest: number) =>
  z
    .string(not('no text'))
    .trim()
    .min(1, 'is empty')
    .max(longest, `is longer than ${longest} characters`)
    .regex(printable, 'has characters that no text has')
const maybe = <T extends z.ZodType>(type: T) => type.nullable().default(null)
const id = z
  .string(not('no text'))
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/, 'is up to 40 letters, digits, _ and -')
const cents = z
  .int(not('not whole cents, such as 1995'))
  .min(0, 'is below zero')
  .max(10_000_000, 'is more than 100,000 €')
const place = z.int(not('no whole number')).min(0, 'is below zero').max(1_000_000, 'is too high')
const flag = z.boolean(not('neither ja nor nein'))
/** Far above real commissions: a typo must not promise a fortune. */
const mostCommission = 100_000
const commission = z
  .string(not('no text'))
  .trim()
  .regex(/^[\w-]{1,40}\s*;\s*\d{1,9}$/, 'is not "plan;cents"')
  .refine((text) => (parsePlan(text)?.cents ?? 0) <= mostCommission, 'is more than 1,000 €')
// Comma-separated footnote identifiers.
const marks = maybe(
  line(200).regex(/^[\p{L}\p{N}_*-]+(?:\s*,\s*[\p{L}\p{N}_*-]+)*$/u, 'is no list of footnotes'),
)

const fixedLineFields = {
  id: ['Id', id],
  category: ['Kategorie', z.enum(['DP', 'TP'], not('neither DP nor TP'))],
  name: ['Name', line(80)],
  young: ['Young', flag],
  hybrid: ['Hybrid', flag],
  group: ['Gruppe', line(40)],
  productClass: ['Klasse', line(40)],
  monthlyCents: ['MonatspreisCent', cents],
  oneOffCents: ['EinmalpreisCent', cents],
  displayName: ['Anzeigename', line(80)],
  displayNameEn: ['Anzeigename_en', maybe(line(80))],
  description1: ['Beschreibung1', maybe(line(200))],
  description1En: ['Beschreibung1_en', maybe(line(200))],
  description2: ['Beschreibung2', maybe(line(200))],
  description2En: ['Beschreibung2_en', maybe(line(200))],
  description3: ['Beschreibung3', maybe(line(200))],
  description3En: ['Beschreibung3_en', maybe(line(200))],
  description4: ['Beschreibung4', maybe(line(200))],
  description4En: ['Beschreibung4_en', maybe(line(200))],
  commission: ['Provision', commission],
  externalId: ['AnbieterProduktId', line(80)],
  footnotes: ['Fussnote', marks],
  priceText: ['Preistext', maybe(line(200))],
  priceTextEn: ['Preistext_en', maybe(line(200))],
  promotionName: ['AktionName', maybe(line(80))],
  promotionNameEn: ['AktionName_en', maybe(line(80))],
  promotionDiscountCents: ['AktionRabattCent', maybe(cents)],
  featured: ['Startseite', maybe(flag)],
} as const

export const fixedLineRow = shape(fixedLineFields).superRefine((row, context) => {
  const { promotionDiscountCents: discount, monthlyCents } = row
  if (discount !== null && (discount < 1 || discount > monthlyCents))
    context.addIssue({
      code: 'custom',
      path: ['AktionRabattCent'],
      message: 'is not between 1 and MonatspreisCent',
    })
})
export type FixedLineRow = z.output<typeof fixedLineRow>

const mobileFields = {
  id: ['Id', id],
  externalId: ['AnbieterProduktId', line(80)],
  deviceType: [
    'Geraetetyp',
    maybe(z.enum(['Smartphone', 'Tablet'], not('neither Smartphone nor Tablet'))),
  ],
  manufacturer: ['Hersteller', maybe(line(60))],
  productClass: ['Klasse', line(40)],
  tariffName: ['Tarifname', line(80)],
  tariffNameEn: ['Tarifname_en', maybe(line(80))],
  deviceName: ['Geraetename', maybe(line(80))],
  deviceCents: ['GeraetepreisCent', cents],
  tariffCents: ['TarifpreisCent', cents],
  tariffId: ['TarifId', id],
  deviceId: ['GeraetId', maybe(id)],
  position: ['Position', place],
  promotion: ['Aktion', flag],
  topPosition: ['TopPosition', maybe(place)],
  promotionCents: ['AktionspreisCent', maybe(cents)],
  commission: ['Provision', commission],
  footnotes: ['Fussnote', marks],
  description: ['Beschreibung', maybe(line(400))],
  descriptionEn: ['Beschreibung_en', maybe(line(400))],
  featured: ['Startseite', maybe(flag)],
} as const

export const mobileRow = shape(mobileFields).superRefine((row, context) => {
  const say = (column: string, message: string) =>
    context.addIssue({ code: 'custom', path: [column], message })
  if (row.promotionCents !== null && row.promotionCents > row.tariffCents)
    say('AktionspreisCent', 'is more than TarifpreisCent')
  const device = [
    ['Geraetetyp', row.deviceType],
    ['Hersteller', row.manufacturer],
    ['Geraetename', row.deviceName],
    ['GeraetId', row.deviceId],
  ] as const
  if (device.some(([, value]) => value !== null))
    for (const [column, value] of device)
      if (value === null) say(column, 'is missing: a device has type, maker, name and id')
})
export type MobileRow = z.output<typeof mobileRow>

export type CatalogueColumn = { name: string; type: 'text' | 'number' | 'flag'; required: boolean }

const columnsOf = (fields: Record<string, readonly [string, z.ZodType]>): CatalogueColumn[] =>
  Object.values(fields).map(([name, schema]) => ({
    name,
    type: typeOf(schema),
    required: !z.safeDecode(schema, undefined as never).success,
  }))

function typeOf(schema: z.ZodType): CatalogueColumn['type'] {
  const { type, innerType } = schema._zod.def as { type: string; innerType?: z.ZodType }
  if (innerType) return typeOf(innerType)
  return type === 'number' ? 'number' : type === 'boolean' ? 'flag' : 'text'
}

/** CSV columns in writing order. */
export const fixedLineColumns: readonly CatalogueColumn[] = columnsOf(fixedLineFields)
export const mobileColumns: readonly CatalogueColumn[] = columnsOf(mobileFields)

const namesOf = (fields: Record<string, readonly [string, z.ZodType]>) =>
  Object.fromEntries(Object.entries(fields).map(([inner, [wire]]) => [inner, wire]))

/** A file's field names. */
export const fixedLineNames: Readonly<Record<string, string>> = namesOf(fixedLineFields)
export const mobileNames: Readonly<Record<string, string>> = namesOf(mobileFields)

/** Far more than any provider sells, and read in a second. */
export const mostRows = 20_000

const rows = <T extends z.ZodType>(row: T) =>
  z
    .array(row)
    .min(1, 'is empty: leave it out where nothing of the kind is to change')
    .max(mostRows, `has more than ${mostRows} rows`)
    .optional()

export const catalogueFile = shape({
  fixedLine: ['Festnetz', rows(fixedLineRow)],
  mobile: ['Mobilfunk', rows(mobileRow)],
}).superRefine(({ fixedLine, mobile }, context) => {
  if (!fixedLine && !mobile)
    context.addIssue({ code: 'custom', message: 'has neither Festnetz nor Mobilfunk' })
  const kinds = [
    ['Festnetz', fixedLine ?? []],
    ['Mobilfunk', mobile ?? []],
  ] as const
  for (const place of twice(
    kinds.flatMap(([kind, list]) => list.map((row, at) => ({ kind, at, ...row }))),
  ))
    context.addIssue({ code: 'custom', ...place })
})
export type CatalogueFile = z.output<typeof catalogueFile>

type Placed = { kind: string; at: number; id: unknown; externalId: unknown }

/** Rows with a duplicate id or provider id, in either kind. */
export function twice(rows: readonly Placed[]): { path: (string | number)[]; message: string }[] {
  const seen = new Set<string>()
  return rows.flatMap(({ kind, at, id, externalId }) =>
    (
      [
        ['Id', id],
        ['AnbieterProduktId', externalId],
      ] as const
    ).flatMap(([column, value]) => {
      if (typeof value !== 'string' || value.trim() === '') return []
      const key = `${column} ${value.trim()}`
      if (seen.has(key)) return [{ path: [kind, at, column], message: 'stands further up already' }]
      seen.add(key)
      return []
    }),
  )
}
