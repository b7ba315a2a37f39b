import { z } from 'zod'
import { accessSettings, askedAddress, isAsked, linkOrPath, notAsked } from './access-settings.ts'
import { accounting } from './accounting-settings.ts'
import { payeeName } from '../../contract/fields.ts'
import { tenantFlags } from '../../contract/mandant.ts'
import { pages } from '../../contract/pages.ts'
import { companyForms, missingOf } from '../../domain/company.ts'
import { isNumberPattern } from '../../domain/number-pattern.ts'
import { optionalCategories } from '../../domain/cookie-consent.ts'
import { canMatch } from '../../domain/eligibility.ts'
import { readProviderLogin } from '../../domain/provider-login.ts'
import { feedAddress } from '../../domain/feed.ts'
import { goals } from '../../domain/tracking-goals.ts'
import { checkBic } from '../../domain/bic.ts'
import { checkIban } from '../../domain/iban.ts'
import { platformCode } from '../../domain/platform.ts'
import { rewardWords, tenantCode } from '../../domain/tenant.ts'
import { vatModels } from '../../domain/vat-model.ts'
import { judgeContrast } from '../../domain/theme-colours.ts'
import { productApiTypes } from '../gateways/product-feeds/product-api.ts'
import type { StoredTenant } from '../tenant/read-tenant.ts'
import { isPictureField, pictureHint, readListing, type Listing } from '../catalogue/listing.ts'
import { fillFiles } from './fill-files.ts'
import { companyOnDocuments, email, localised, localisedProse, text } from './tenant-texts.ts'
import { payoutRules } from './payout-rules-file.ts'
import { invoiceContact, invoiceReminders } from './invoice-reminder-settings.ts'
import { voucherSettings } from './voucher-settings.ts'

// The schema of a tenant file (domain.md section 2): a tenant's configuration and its lists (catalogue/listing.ts).
// Unknown fields are errors, so that typos are found now.

const notPattern = 'is not a regular expression without look-around and back-references'
const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'is not a colour like #0b5c63')
// They stand in the pages' style.
const length = z.string().regex(/^(0|\d{1,3}(\.\d{1,2})?(px|rem|em|%))$/, 'is no length like 12px')
const fonts = z.string().regex(/^[\w ,.'"-]+$/, 'is no list of fonts')
// Ours stay ours, and // would be another host.
const path = z
  .string()
  .regex(/^\/(?!\/|(?:api|demo|health)(?:\/|$))[^?#\s\\]*$/, 'is not a path that starts with /')
const picture = z.string().refine(isPictureField, pictureHint)
const url = z.url({ protocol: /^https?$/ })
const days = z.int().min(0).max(3650)
const iban = z
  .string()
  .refine((number) => checkIban(number, { germanOnly: false }).kind === 'ok', 'is not a valid IBAN')
const bic = z.string().regex(/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'is not a BIC')
const isOneCountry = ({ iban, bic }: { iban: string; bic: string }) =>
  checkBic(iban, bic).kind !== 'other-country'
const otherCountry = { path: ['bic'], message: 'is of a bank in another country than the IBAN' }
const nobody = 'is no address or pattern like *@firma.example: it matches nobody'
const hold = z.enum(['hold', 'allow'])

const colourNames = [
  'background',
  'surface',
  'text',
  'muted',
  'line',
  'primary',
  'onPrimary',
  'accent',
  'onAccent',
  'heroBackground',
  'heroText',
  'link',
  'focus',
  'danger',
  'success',
] as const

const theme = z.strictObject({
  look: z.string().regex(/^[a-z][a-z0-9-]*$/),
  colours: z
    .strictObject(
      Object.fromEntries(colourNames.map((name) => [name, colour])) as Record<
        (typeof colourNames)[number],
        typeof colour
      >,
    )
    .superRefine((colours, context) => {
      for (const { colour: name, why } of judgeContrast(colours))
        context.addIssue({ code: 'custom', path: [name], message: why })
    }),
  fontBody: fonts,
  fontHeading: fonts,
  radius: length,
  buttonRadius: length,
  logo: picture,
  logoDark: picture.optional(),
  icon: picture.optional(),
  heroPicture: picture,
  previewPicture: picture,
})

const tenantFields = z.strictObject({
  code: z
    .string()
    .regex(tenantCode, 'is 2 to 31 small letters, digits and dashes, a letter first')
    .refine((code) => code !== platformCode, 'is the code of the operators’ console'),
  name: text,
  legalName: text,
  hosts: z.array(z.string().regex(/^[a-z0-9.-]+$/, 'is a host name without scheme and port')),
  locales: z.array(z.enum(['de', 'en'])).min(1),
  address: z.enum(['du', 'Sie']),
  rewardWord: z.enum(rewardWords).optional(),
  theme,
  routes: z
    .record(z.string(), path)
    .refine(
      (routes) => Object.keys(routes).every((name) => name in pages),
      'names a page that does not exist',
    ),
  additionalRoutes: z.array(z.strictObject({ name: text, path })),
  contact: z.strictObject({
    email,
    phone: text,
    hours: localised,
    street: text,
    zip: text,
    city: text,
  }),
  legal: z.strictObject({
    imprint: localisedProse,
    privacy: localisedProse,
    terms: localisedProse,
    termsVersion: text,
    imprintUrl: url.nullable(),
  }),
  company: z
    .strictObject({
      form: z.enum(Object.keys(companyForms) as (keyof typeof companyForms)[]),
      seat: text,
      court: text.nullable(),
      number: text.nullable(),
      directors: z.array(text),
      chair: text.nullable(),
      supervisoryChair: text.nullable(),
      partner: text.nullable(),
    })
    .superRefine((company, context) => {
      for (const field of missingOf(company))
        context.addIssue({
          code: 'custom',
          path: [field],
          message:
            field === 'chair'
              ? 'is none of the directors'
              : `is missing, which the law wants in every mail of this legal form (${company.form})`,
        })
    }),
  content: z
    .strictObject({
      faq: z.array(
        z.strictObject({
          id: z.string().regex(/^[a-z][a-z0-9-]*$/, 'is not an anchor like link-valid'),
          group: localised,
          question: localised,
          answer: localisedProse,
        }),
      ),
      accessibility: localisedProse.nullable(),
      agency: z
        .strictObject({ info: localisedProse, rules: localisedProse, privacy: localisedProse })
        .optional(),
    })
    .optional(),
  home: z.strictObject({
    headline: localised,
    teaser: localisedProse,
    steps: z.array(z.strictObject({ title: localised, text: localisedProse })),
  }),
  previewText: localised,
  shopUrl: linkOrPath,
  payoutAccount: z.strictObject({ name: payeeName, iban, bic }).refine(isOneCountry, otherCountry),
  mailSender: z.strictObject({ name: text, address: email }),
  flags: z.record(z.string(), z.unknown()).superRefine((flags, context) => {
    for (const issue of tenantFlags.safeParse(flags).error?.issues ?? []) {
      context.addIssue({ code: 'custom', path: issue.path, message: issue.message })
    }
    const list: unknown = flags['EmailWhitelist']
    for (const [at, entry] of Array.isArray(list) ? list.entries() : []) {
      if (typeof entry === 'string' && !canMatch(entry))
        context.addIssue({ code: 'custom', path: ['EmailWhitelist', at], message: nobody })
    }
  }),
  productApi: z
    .strictObject({
      type: text.refine(
        (type) => productApiTypes.includes(type),
        `is none of ${productApiTypes.join(', ')}`,
      ),
      route: z.string(),
      minutes: z.int().min(1).max(1440).optional(),
    })
    .refine(
      ({ type, route }) => type !== 'http' || feedAddress(route) !== null,
      'route is no address of a feed (https, without name and password)',
    )
    .refine(({ type, route }) => type !== 'http' || isAsked(route), {
      path: ['route'],
      message: notAsked,
    }),
  excludedProducts: z.array(text.max(40)).max(1000).optional(),
  trackings: z.array(text),
  matomo: z
    .strictObject({
      url: url
        .refine((address) => !/[?#]/.test(address), 'has a query')
        // What visitors did is sent there.
        .refine((address) => feedAddress(address) !== null, 'is not https')
        .refine(isAsked, notAsked),
      siteId: z.int().min(1),
      goals: z
        .record(
          z
            .string()
            .refine((id) => goals.some((goal) => String(goal.id) === id), 'is not a goal 1 to 27'),
          z.int().min(1),
        )
        .optional(),
    })
    .optional(),
  contentApp: z.string(),
  contentService: z
    .strictObject({
      // The client secret is sent there.
      url: url
        .refine((address) => feedAddress(address) !== null, 'is not https')
        .refine(isAsked, notAsked),
      clientId: text,
      schemas: z.record(z.string(), text),
      refreshSeconds: z.int().min(5).max(86_400),
    })
    .nullable()
    .optional(),
  blockedEmails: z.strictObject({
    single: z.array(email),
    wildcard: z.array(z.string().refine(canMatch, nobody)),
  }),
  shares: z.array(z.int().min(0).max(100)).min(1),
  clickTarget: z.enum(['page', 'shop']),
  referralDays: days.min(1),
  unconfirmedWeeks: z.int().min(1).max(520),
  payoutDays: days,
  rewardMonths: z.int().min(1).max(120),
  reviewDays: days.min(1).optional(),
  claimMonths: z.int().min(1).max(36).optional(),
  unclaimedDays: days.optional(),
  ...voucherSettings,
  setsOffByItself: z.boolean().optional(),
  payouts: payoutRules.optional(),
  leastAge: z.int().min(0).max(120).optional(),
  capPer: z.enum(['reward', 'policy-and-year']),
  capExcess: z.enum(['auto', 'referrer', 'forfeited']),
  eligibility: z.strictObject({
    sameEmail: hold,
    sameBankAccount: hold,
    sameHousehold: hold,
    existingCustomerMonths: z.int().min(1).nullable(),
    maxRewardedPerYear: z.int().min(0).nullable(),
  }),
  recipientTerms: z.enum(['checkbox', 'button']).optional(),
  recipientFields: z.strictObject({
    birthDate: z.boolean(),
    address: z.boolean(),
    phone: z.boolean(),
  }),
  customerNumberPattern: z.string().refine(isNumberPattern, notPattern).nullable(),
  customerNumberCheck: askedAddress
    .refine((address) => address.includes('{number}'), 'lacks {number}')
    .nullable()
    .optional(),
  providerLogin: z
    .string()
    .refine(
      (address) => readProviderLogin(address) !== null,
      'is no https address with {ziel} in its query',
    )
    .nullable()
    .optional(),
  bonus: z
    .strictObject({
      name: text,
      fixedCents: z.int().min(0),
      stages: z.array(z.strictObject({ from: z.int().min(1), cents: z.int().min(0) })),
      periodMonths: z.int().min(1),
    })
    .nullable(),
  captcha: z.strictObject({ afterCreationsPerHour: z.int().min(0) }),
  reminders: z
    .strictObject({
      rewardDays: z.array(z.int().min(1).max(365)).max(5),
      referralDays: z.array(z.int().min(1).max(365)).max(5),
    })
    .optional(),
  retentionYears: z.int().min(1).max(30),
  exitIntent: z.boolean(),
  entryPage: z
    .string()
    .refine((name) => name in pages, 'names a page that does not exist')
    .optional(),
  accountsBlockedOn: z.iso.date().nullable().optional(),
  cookieCategories: z.array(z.enum(optionalCategories)).optional(),
  agencies: z.boolean().optional(),
  ...accessSettings,
  agencyNumberPattern: z.string().refine(isNumberPattern, notPattern).nullable().optional(),
  agencyBilling: z
    .strictObject({
      feeCents: z.int().min(0).max(100_000),
      vatPercent: z.int().min(1).max(30),
      dueDays: z.int().min(0).max(365),
      seller: companyOnDocuments.extend({ iban, bic }).refine(isOneCountry, otherCountry),
    })
    .nullable()
    .optional(),
  vatModel: z.enum(vatModels).optional(),
  invoiceContact: invoiceContact.optional(),
  flatTaxForPartners: z.boolean().optional(),
  invoiceReminders: invoiceReminders.optional(),
  salesPartners: z
    .strictObject({
      agreement: localisedProse,
      version: text.max(40),
      shopUrl: linkOrPath.refine((url) => url.includes('{partner}'), 'lacks the place {partner}'),
      vatPercent: z.int().min(1).max(30),
      dueDays: z.int().min(0).max(365),
      buyer: companyOnDocuments,
    })
    .nullable()
    .optional(),
  accounting: accounting.nullable().optional(),
  monthCloseDay: z.int().min(1).max(28).nullable().optional(),
})

const tenantFile: z.ZodType<StoredTenant> = tenantFields.superRefine((tenant, context) => {
  const flags = tenantFlags.safeParse(tenant.flags)
  if (flags.data?.IsAutologin && !tenant.providerLogin)
    context.addIssue({
      code: 'custom',
      path: ['providerLogin'],
      message: 'is missing: with IsAutologin the links of mails lead through it',
    })
  const share = flags.data?.RecommenderDefaultShare
  if (share === undefined || tenant.shares.includes(share)) return
  const message = `is ${share}, which is none of shares (${tenant.shares.join(', ')})`
  context.addIssue({ code: 'custom', path: ['flags', 'RecommenderDefaultShare'], message })
})

/** What the schema has against settings, also against parts of a draft's that are still blank. */
export const judgeSettings = (settings: StoredTenant): z.core.$ZodIssue[] =>
  tenantFile.safeParse(settings).error?.issues ?? []

export type TenantFileRead = { tenant: StoredTenant; listing: Listing } | { problems: string[] }

/** Parses a tenant file; each problem names its field. @param folder where the files are that it names */
export function readTenantFile(source: string, folder: string | null = null): TenantFileRead {
  let value: unknown
  try {
    value = JSON.parse(source.replace(/^\uFEFF/, ''))
  } catch (error) {
    return { problems: [`the file is not JSON: ${error instanceof Error ? error.message : ''}`] }
  }
  const filled = fillFiles(value, folder)
  if (filled.problems.length > 0) return filled
  const { settings, ...lists } = parts(filled.value)
  const tenant = tenantFile.safeParse(settings)
  const listed = readListing(lists)
  if (tenant.success && 'listing' in listed) {
    return { tenant: tenant.data, listing: listed.listing }
  }
  const issues = [...(tenant.error?.issues ?? []), ...('issues' in listed ? listed.issues : [])]
  return {
    problems: issues.map((issue) => {
      const field = issue.path.join('.') || 'the file'
      return `${field}: ${issue.message}`
    }),
  }
}

// "tenant show CODE --json" prints pools, too; codes come by "vouchers import" only.
function parts(value: unknown) {
  if (typeof value !== 'object' || value === null) return { settings: value }
  const {
    products,
    rewardOptions,
    campaigns,
    voucherPools: _,
    ...settings
  } = value as Record<string, unknown>
  return { products, rewardOptions, campaigns, settings }
}
