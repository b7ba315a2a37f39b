import type { Accounting } from './accounting.ts'
import type { Company } from './company.ts'
import type { OptionalCategory } from './cookie-consent.ts'
import type { Frame } from './frame.ts'
import type { InvoiceReminders } from './invoice-reminder.ts'
import type { PayoutRules } from './payout-rules.ts'
import type { VatModel } from './vat-model.ts'

// A tenant's configuration as read from its flags (server/tenant/read-tenant.ts); rules never see flags.

export type Locale = 'de' | 'en'
export type Localised = Record<Locale, string>

/** German where the tenant has it (spec section 2.3). */
export const defaultLocale = (locales: readonly Locale[]): Locale =>
  locales.includes('de') ? 'de' : (locales[0] ?? 'de')

/** A tenant's code: the name of its host, and of its rows. */
export const tenantCode = /^[a-z][a-z0-9-]{1,30}$/

export type Theme = {
  look: string // class on <html> for pictures and accents; components know no tenant
  colours: {
    background: string
    surface: string
    text: string
    muted: string
    line: string
    primary: string
    onPrimary: string
    accent: string
    onAccent: string
    heroBackground: string
    heroText: string
    link: string
    focus: string
    danger: string
    success: string
  }
  fontBody: string // CSS font-family list; the first is self-hosted
  fontHeading: string
  radius: string // of cards, CSS length
  buttonRadius: string
  logo: string // path of a picture: of the build or of the tenant (brand-picture.ts)
  logoDark?: string | undefined // on a dark background; absent: the logo lies on white there
  icon?: string | undefined // favicon; absent: /brand/{tenant}/favicon.svg
  heroPicture: string
  previewPicture: string // PNG, 1200 x 630
}

export type BonusPlan = {
  name: string
  fixedCents: number
  stages: { from: number; cents: number }[] // from the n-th order of the period on
  periodMonths: number
}

/** A tenant's pages beside the legal texts. `answer` and texts are plain markup (web/content/plain-text.tsx). */
export type TenantContent = {
  agency?: { info: Localised; rules: Localised; privacy: Localised } // pages for agencies
  faq: { id: string; group: Localised; question: Localised; answer: Localised }[]
  accessibility: Localised | null // null: the product's (accessibility.ts)
}

/** The Squidex server with the tenant's content; the client secret is stored apart (`content-service`). */
export type ContentService = {
  url: string
  clientId: string
  schemas: Record<string, string> // the service's names, where different
  refreshSeconds: number // how long a change may take to show
}

/** `goals`: the tenant's own numbers for some of ours (domain/tracking-goals.ts). */
export type Matomo = { url: string; siteId: number; goals: Record<string, number> }

/** Agency users log in with the provider's accounts (OpenID Connect). The secret is stored apart. */
export type SingleSignOn = {
  issuer: string // https URL; a path is of this host: the demo's provider
  clientId: string
  scopes: string[] // beside openid
  claim: { agency: string; employee: string; email: string } // names of the identifying claims
  create: boolean // whether unknown users of a known agency are created
  alone?: boolean | undefined // whoever the provider knows gets in by it alone, and by no password or passkey
}

/** Whom a public buyer asks about an invoice; null: the seller by name, and the tenant's phone. */
export type InvoiceContact = { name: string | null; phone: string | null }

/** What a tenant bills its agencies per reward, and the issuer (domain/invoice.ts). */
export type AgencyBilling = {
  feeCents: number // for each reward, before VAT
  vatPercent: number // whole
  dueDays: number
  seller: {
    name: string
    address: { street: string; zip: string; city: string }
    email: string
    vatId: string
    taxNumber: string | null
    registerEntry: string | null
    iban: string
    bic: string
  }
}

/** Professional sellers with a login: their agreement, the target of their links, and the issuer of their credit notes. */
export type SalesPartnerTerms = {
  agreement: Localised // covers billing by credit note
  version: string
  shopUrl: string // {partner} is filled in
  vatPercent: number // whole; not for small businesses
  dueDays: number
  buyer: {
    name: string
    address: { street: string; zip: string; city: string }
    email: string
    vatId: string
    taxNumber: string | null
    registerEntry: string | null
  }
}

/** Where vouchers are ordered; the key is stored apart (`vouchers`). */
export type VoucherProviderSettings = {
  name: 'tremendous'
  isSandbox: boolean
  fundingSource: string
}

/** What German texts call the reward; English always says reward. */
export const rewardWords = ['Prämie', 'Bonus'] as const
export type RewardWord = (typeof rewardWords)[number]

export type Tenant = {
  code: string
  isDraft: boolean // not public yet: answers to previews alone
  name: string
  legalName: string
  hosts: string[]
  locales: Locale[]
  address: 'du' | 'Sie'
  rewardWord: RewardWord
  theme: Theme
  routes: Record<string, string> // page name -> path below the language prefix
  additionalRoutes: { name: string; path: string }[]
  contact: {
    email: string
    phone: string
    hours: Localised
    street: string
    zip: string
    city: string
  }
  legal: {
    imprint: Localised
    privacy: Localised
    terms: Localised
    termsVersion: string
    imprintUrl: string | null
  }
  company: Company | null // null: in settings older than the field
  content: TenantContent
  home: { headline: Localised; teaser: Localised; steps: { title: Localised; text: Localised }[] }
  previewText: Localised
  shopUrl: string // {number} and {recipient} are filled in
  payoutAccount: { name: string; iban: string; bic: string }
  payouts: PayoutRules
  mailSender: { name: string; address: string }
  flags: Record<string, unknown> // as stored, under their wire names, for GET /mandant only
  productApi: { type: string; route: string; minutes?: number | undefined } // minutes between refreshes of a feed
  showsCategories: boolean // pages by category (ShowProductCategory)
  excludedProducts: string[] // ids never listed, shown or recommended (spec section 9)
  trackings: string[]
  contentApp: string // the app of the content service
  contentService: ContentService | null // null: the built-in tables
  matomo: Matomo | null // null: not configured; only our own statistics

  channels: string[] // ordered, switched on
  selfReferralAllowed: boolean
  emailWhitelist: string[] | null
  blockedEmails: { single: string[]; wildcard: string[] }
  forcedLogin: boolean
  entryPage: string // page name: target of forced login for unknown visitors; default 'Login'
  autoLogin: boolean
  providerUrl: string | null // the provider's own site
  providerLogin: string | null // the provider's login, with {ziel} for the page to return to
  frame: Frame | null
  accountsBlockedOn: string | null // day since which accounts may not take part; null: they may
  acceptedIbans: 'german' | 'sepa'
  imprintElsewhere: string | null // ModuleAdv: target of the imprint page's redirect; '/' without address
  termsByButton: boolean // AgbCheckBoxAutoAccept: a sentence at the button replaces the checkbox
  companyReferral: boolean
  agentReferral: boolean // customers recommend through a chosen agent
  offlineCode: boolean
  newsletter: boolean
  storesBankData: boolean
  defaultShare: number
  shares: number[] // of 100, 50, 0; the referrer may choose
  clickTarget: 'page' | 'shop'
  referralDays: number
  unconfirmedWeeks: number
  complaintDays: number
  payoutDays: number
  rewardMonths: number
  reviewDays: number // from the hold of a reward, or a claim, until an answer is promised
  claimMonths: number // after the contract's day, to say that it counted for nothing
  setsOffByItself: boolean // rewards against what their owners owe, once they were told
  voucherExpiryDays: number // a code that expires earlier is not given out
  voucherReminderDays: number // after them a code that its owner did not open is reminded of; 0: never
  leastVouchers: number // free codes of a pool; with fewer it is filled up
  voucherProvider: VoucherProviderSettings | null // null: codes come from pools alone
  unclaimedDays: number // after release, until an unclaimed referral's contact share is provided
  cap: {
    cents: number | null
    per: 'reward' | 'policy-and-year'
    excess: 'auto' | 'referrer' | 'forfeited'
  }
  eligibility: {
    sameEmail: 'hold' | 'allow'
    sameBankAccount: 'hold' | 'allow'
    sameHousehold: 'hold' | 'allow'
    existingCustomerMonths: number | null
    maxRewardedPerYear: number | null
  }
  recipientTerms: 'checkbox' | 'button' // how recipients accept the terms; 'button' throughout with termsByButton
  // Extra data for the provider's order, asked for in the recipient's area after the offer.
  recipientFields: { birthDate: boolean; address: boolean; phone: boolean }
  leastAge: number // of recipients with known birth date
  customerNumberPattern: string | null // null: customer numbers are not asked for
  customerNumberCheck: string | null // the provider's URL to check a customer number, with {number}
  bonus: BonusPlan | null // stages for the tenant's own referrers; null: the product's plan alone
  captcha: { afterCreationsPerHour: number }
  // Days before expiry, each at least 1; none: no reminder. For referrals only where the terms promise it.
  reminders: { rewardDays: number[]; referralDays: number[] }
  retentionYears: number
  exitIntent: boolean
  agencies: boolean // the tenant sells through agencies, with their own area
  passkeyForAgencyOwners: boolean // owners have to have one after a log-in by password; else it is offered
  passkeyForSalesPartners: boolean // the same for sales partners
  agencyNumberPattern: string | null // format of the provider's agency numbers; null: any
  sso: SingleSignOn | null
  agencyBilling: AgencyBilling | null // null: agencies are not billed
  invoiceContact: InvoiceContact
  flatTaxForPartners: boolean // the tenant pays the tax on gifts to business partners (section 37b EStG)
  vatModel: VatModel // of rewards that agencies are billed
  invoiceReminders: InvoiceReminders
  salesPartners: SalesPartnerTerms | null // null: the tenant has none
  accounting: Accounting | null // null: nothing is exported for an accountant
  monthCloseDay: number | null // from this day on the month before closes by itself; null: by hand
  cookieCategories: OptionalCategory[] // beside the required ones; none: nothing to ask
}
