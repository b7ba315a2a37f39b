import type { Company } from './company.ts'
import type { OptionalCategory } from './cookie-consent.ts'
import type { Frame } from './frame.ts'

// What a tenant's configuration means. Flags are read once (server/tenant/read-tenant.ts) into this shape; rules never see a flag.

export type Locale = 'de' | 'en'
export type Localised = Record<Locale, string>

/** German, which is the default wherever a tenant has it (spec section 2.3). */
export const defaultLocale = (locales: readonly Locale[]): Locale =>
  locales.includes('de') ? 'de' : (locales[0] ?? 'de')

export type Theme = {
  look: string // class name on <html>; pictures and layout accents hang on it, components know no tenant
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
  logo: string // path of a picture: of the build, or of the tenant's own (brand-picture.ts)
  icon?: string | undefined // the same, for the browser's tab; absent: /brand/{tenant}/favicon.svg
  heroPicture: string
  previewPicture: string // PNG, 1200 x 630
}

export type BonusPlan = {
  name: string
  fixedCents: number
  stages: { from: number; cents: number }[] // from the n-th order of the period on
  periodMonths: number
}

/** What a tenant says on pages of its own beside the legal texts. `answer` and texts are plain markup (web/content/plain-text.tsx). */
export type TenantContent = {
  agency?: { info: Localised; rules: Localised; privacy: Localised } // pages for agencies
  faq: { id: string; group: Localised; question: Localised; answer: Localised }[]
  accessibility: Localised | null // the declaration; null: the tenant has none yet
}

/** A Squidex server that holds the tenant's content; its client's secret is kept apart (`content-service`). */
export type ContentService = {
  url: string
  clientId: string
  schemas: Record<string, string> // the service's own names, where they differ from ours
  refreshSeconds: number // how long a change may take to be seen
}

/** Where a tenant's Matomo is; `goals` are its own numbers for some of ours (domain/tracking-goals.ts), the others keep theirs. */
export type Matomo = { url: string; siteId: number; goals: Record<string, number> }

/** How the people of agencies log in with accounts of the provider's own (OpenID Connect). The secret is stored apart. */
export type SingleSignOn = {
  issuer: string // https URL; a path is one of this host: the demo's own provider
  clientId: string
  scopes: string[] // beside openid
  claim: { agency: string; employee: string; email: string } // names of the claims that say who it is
  create: boolean // whether somebody of a known agency is let in who was not added before
}

/** What a tenant bills its agencies for each reward of their referrers, and as whom (domain/invoice.ts). */
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

/** Professional sellers with a login of their own: what they agree to, where their links lead, and who writes their credit notes. */
export type SalesPartnerTerms = {
  agreement: Localised // that they are billed by credit note, and what else holds between both
  version: string
  shopUrl: string // {partner} is filled in
  vatPercent: number // whole; on commissions of those who are no small businesses
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

/** What German texts call the reward; English ones say reward everywhere. */
export const rewardWords = ['Prämie', 'Bonus'] as const
export type RewardWord = (typeof rewardWords)[number]

export type Tenant = {
  code: string
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
  company: Company | null // null: not in settings from before it was asked for
  content: TenantContent
  home: { headline: Localised; teaser: Localised; steps: { title: Localised; text: Localised }[] }
  previewText: Localised
  shopUrl: string // {number} and {recipient} are filled in
  payoutAccount: { name: string; iban: string; bic: string }
  mailSender: { name: string; address: string }
  flags: Record<string, unknown> // as stored, under their wire names, for GET /mandant only
  productApi: { type: string; route: string; minutes?: number | undefined } // after how many a feed is asked again
  showsCategories: boolean // the catalogue has pages by category (ShowProductCategory)
  excludedProducts: string[] // ids that are never listed, shown or recommended (spec section 9)
  trackings: string[]
  contentApp: string // the app of the content service
  contentService: ContentService | null // null: the built-in tables
  matomo: Matomo | null // null: not among the trackings, or not configured; then the own statistics are all there is

  channels: string[] // ordered, only those switched on
  selfReferralAllowed: boolean
  emailWhitelist: string[] | null
  blockedEmails: { single: string[]; wildcard: string[] }
  forcedLogin: boolean
  entryPage: string // page name: where forced login leads whom nobody knows; 'Login' unless the tenant says otherwise
  autoLogin: boolean
  providerUrl: string | null // the provider's own site
  providerLogin: string | null // where the provider logs people in, with {ziel} for the page of ours that it leads back to
  frame: Frame | null
  accountsBlockedOn: string | null // day since which nobody's account may take part; null: they may
  acceptedIbans: 'german' | 'sepa'
  imprintElsewhere: string | null // ModuleAdv: the imprint page redirects there; '/' where no address is configured
  termsByButton: boolean // AgbCheckBoxAutoAccept: a sentence at the button stands for the checkbox
  companyReferral: boolean
  agentReferral: boolean // customers recommend through an agent they choose
  offlineCode: boolean
  newsletter: boolean
  storesBankData: boolean
  defaultShare: number
  shares: number[] // which of 100, 50, 0 the referrer may choose
  clickTarget: 'page' | 'shop'
  referralDays: number
  unconfirmedWeeks: number
  complaintDays: number
  payoutDays: number
  rewardMonths: number
  unclaimedDays: number // after a release, until a contact's share is provided though nobody took over the referral
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
  recipientTerms: 'checkbox' | 'button' // how recipients accept the terms; 'button' everywhere with termsByButton
  // What the provider's order needs beside name and e-mail: asked for in the recipient's area, after the offer.
  recipientFields: { birthDate: boolean; address: boolean; phone: boolean }
  leastAge: number // of recipients, where a birth date is known
  customerNumberPattern: string | null // null: the tenant does not ask for customer numbers
  customerNumberCheck: string | null // where the provider tells whether there is such a customer, with {number} in it
  bonus: BonusPlan | null // the stages for the tenant's own referrers; null: the product's plan alone
  captcha: { afterCreationsPerHour: number }
  // So many days before it expires, each at least 1; none: no reminder. Of referrals only where the terms promise it.
  reminders: { rewardDays: number[]; referralDays: number[] }
  retentionYears: number
  exitIntent: boolean
  agencies: boolean // the tenant sells through agencies, who have an area of their own
  agencyNumberPattern: string | null // what the provider's numbers of its agencies look like; null: anything
  sso: SingleSignOn | null
  agencyBilling: AgencyBilling | null // null: agencies are billed nothing
  salesPartners: SalesPartnerTerms | null // null: the tenant has none
  cookieCategories: OptionalCategory[] // beside the required ones; with none there is nothing to ask
}
