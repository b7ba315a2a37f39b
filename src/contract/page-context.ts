import type { MailTemplate } from './mail-templates.ts'
import type { OperatorRole } from '../domain/operator-abilities.ts'
import type { Role } from '../domain/abilities.ts'
import type { CookieConsent, OptionalCategory } from '../domain/cookie-consent.ts'
import type { Frame } from '../domain/frame.ts'
import type { Locale, Theme } from '../domain/tenant.ts'
import type { PageOperator } from './page-operator.ts'

// The interface between server and pages. In the browser, it is built from hydration data.

/** A tenant's fields for every page, in its language; part of the HTML, so it stays small. */
export type PageTenant = {
  code: string
  name: string
  legalName: string
  locales: Locale[]
  address: 'du' | 'Sie'
  theme: Theme
  routes: Record<string, string>
  contact: { email: string; phone: string; hours: string }
  home: { headline: string; teaser: string; steps: { title: string; text: string }[] }
  shares: number[]
  defaultShare: number
  capExcess: 'auto' | 'referrer' | 'forfeited' // what happens to a contact's excess
  channels: string[]
  facebookId: string
  termsByButton: boolean
  imprintElsewhere: string | null // target of the imprint redirect; '/' is the homepage
  termsVersion: string
  companyReferral: boolean
  agentReferral: boolean
  showsCategories: boolean
  employeesOnly: boolean // a whitelist restricts referrers
  asksAge: boolean // 18, natural person, resident in Germany: not with a whitelist
  offlineCode: boolean
  newsletter: boolean
  forcedLogin: boolean
  entryPage: string // target of forced login for unknown visitors
  autoLogin: boolean
  providerUrl: string | null // the provider's own site
  providerLogin: string | null // its login, with {ziel}
  frame: Frame | null
  germanIbansOnly: boolean
  referralDays: number
  unclaimedDays: number
  customerNumbers: boolean
  storesBankData: boolean
  recipientFields: { birthDate: boolean; address: boolean; phone: boolean }
  recipientTerms: 'checkbox' | 'button'
  exitIntent: boolean
  cookieCategories: OptionalCategory[]
  agencies: boolean // the tenant sells through agencies, with their own area
  salesPartners: boolean // sellers with their own area
  singleSignOn: boolean // agency users can use the provider's login
}

export type PageUser = {
  firstName: string
  lastName: string
  email: string
  supportAccess: boolean
  moneyAsks: MoneyAsks | null
  asksAge: boolean // the same, for this person
  tokenValidUntil: string
}

/** What a session by link needs before money: the password, a first one, or, when a day old, a new link for that. */
export type MoneyAsks = 'password' | 'new-password' | 'mail'

/** The logged-in agency user; beside `user`, as both may be open. */
export type PageAgencyUser = {
  firstName: string
  lastName: string
  email: string
  role: Role
  agencyName: string
  agencyNumber: string
  registered: boolean // waiting for activation
  passkeyMissing?: true // which this session has to make before anything else
  tokenValidUntil: string
}

export type PageSalesPartner = {
  number: string
  company: string // '' for persons
  firstName: string
  lastName: string
  state: 'registered' | 'active' | 'inactive'
  passkeyMissing?: true
  tokenValidUntil: string
}

/** A JSON API call in wire form; `path` is below /api/v1/{tenant}, with query. */
export type ApiRequest = {
  tenant?: string // in the console: the one worked at; default: the page's
  method: string
  path: string
  body?: unknown
  idempotencyKey?: string
}
export type ApiAnswer = { status: number; body: unknown; retryAfterSeconds?: number }

/** The tenant's overriding texts; in a page only those of its areas. */
export type OwnTexts = {
  texts: Record<string, string> // by area.key
  areas: string[] // with overrides not in `texts`
}

export type SessionKind = 'user' | 'agency' | 'sales-partner' | 'operator' // open side by side

/** What a link is about, for the address of its page. */
export type OpenedLink = { referral?: string; reward?: string; isBusy?: true } // pressed too often

export type PageContext = {
  tenant: PageTenant
  locale: Locale
  origin: string // the page's origin, for canonical links
  now: string // ISO instant of the app's clock
  demo: boolean
  user: PageUser | null
  agencyUser: PageAgencyUser | null
  salesPartner: PageSalesPartner | null
  operator?: PageOperator // in the console
  hasRewardToken: boolean
  hasRecipientToken: boolean // this browser accepted a referral
  consent: CookieConsent
  formToken: string
  own?: OwnTexts // absent without overrides
  send: (request: ApiRequest) => Promise<ApiAnswer>
  /** Sets a token's HttpOnly cookie; server only, in page actions. */
  startSession: (kind: SessionKind | 'sso' | 'second', token: string, until: string | null) => void
  /** Swaps a link's token for a short session, whose cookie opens its pages; null: it opens nothing. Server only, in page actions. */
  openLink: (kind: 'reward' | 'recipient', token: string) => Promise<OpenedLink | null>
  /** Without kind all sessions, as after a 401 (spec section 8). */
  endSession: (kind?: SessionKind | 'sso' | 'second') => void
  /** Stores a chosen language; server only. */
  keepLanguage: (language: Locale) => void
  /** Ends a referral's session, also as the last one's; without it those of all mailed links, rewards' too. Server only. */
  endLinks: (referral?: string) => Promise<void>
}

/** A page's full HTML or redirect. */
export type PageAnswer = {
  status: number
  headers: Headers
  /** One after another the text of the page. In pieces, as what is the same in many pages is not copied for each. */
  body: readonly string[]
  /** What stands in the page itself and has no nonce: the policy names it by its hash. */
  inline?: { styles: string[]; scripts: string[] }
}

/** Exports of the server bundle (dist/ssr/entry-server.js). */
export type WebBundle = {
  /** Renders a request (GET, or POST of a page form) to a full HTTP answer. */
  handlePage: (
    request: Request,
    context: PageContext,
    options: {
      nonce: string | null
      assets: { scripts: string[]; styles: string[]; headTags?: string }
      /** Waits until the page may be rendered, which holds the process. */
      ownTurn?: () => Promise<void>
    },
  ) => Promise<PageAnswer>
  /** A mail in the tenant's theme and the person's language. */
  renderMail: (mail: MailToRender) => Promise<{ subject: string; html: string; text: string }>
  /** The demo's pages, complete HTML without scripts. */
  renderDemoPage: (page: DemoPage, nonce: string) => string
}

export type DemoMail = {
  id: string
  from: string // the sender's name
  to: string
  subject: string
  receivedAt: string // ISO instant of the app's clock
}

export type DemoPage =
  | {
      kind: 'overview'
      locale: Locale
      now: string // ISO instant of the app's clock
      realNow: string
      inboxUrl: string | null
      docsUrl: string
      consoleOrigin: string
      operators: { role: OperatorRole; name: string }[]
      message: { tone: 'done' | 'problem'; text: string } | null
      tenants: {
        code: string
        name: string
        theme: Theme
        origin: string
        categoriesUrl: string | null // if it has category pages
        logins: { role: string; email: string; password: string; url: string }[]
        orders: { number: string; product: string; state: string; contractOn: string }[] // newest 5
        mayGetPast: boolean // its agencies can get a year of figures
        dueCents: number // what a payout run would pay
        dueCount: number // of rewards
        duePartners: number // of them sales partners
        batches: { id: string; cents: number; transfers: number; state: string; fileUrl: string }[] // newest 3
      }[]
    }
  | {
      kind: 'inbox'
      locale: Locale
      looks: string[] // fonts used by the page
      inboxUrl: string // the full inbox, for wide screens
      mails: DemoMail[] // newest first
      mail: (DemoMail & { text: string; html: string }) | null // the open one
    }
  | {
      kind: 'preview'
      locale: Locale
      looks: string[]
      tenants: { code: string; name: string; locales: Locale[] }[]
      templates: MailTemplate[]
      beneficiaries: ('referrer' | 'recipient')[] // empty if equal for both
      chosen: {
        tenant: string
        template: MailTemplate
        mailLocale: Locale
        beneficiary: 'referrer' | 'recipient'
      }
      mail: { subject: string; html: string; text: string }
    }
  | {
      kind: 'sign-on'
      locale: Locale
      tenant: { code: string; name: string; theme: Theme }
      people: { name: string; agency: string; employee: string; url: string }[] // none: the login is over
    }
  | {
      kind: 'shop'
      locale: Locale
      tenant: { code: string; name: string; theme: Theme }
      referralNumber: string | null
      recipientNumber: string | null
      salesPartnerNumber: string | null
      products: {
        externalId: string
        title: string
        description: string
        picture: string
        chosen: boolean
      }[]
      concluded: { orderNumber: string; productTitle: string } | null
      error: string | null
    }

export type MailToRender = {
  template: MailTemplate
  locale: Locale
  tenant: MailTenant
  texts?: Record<string, string> // the tenant's own, by key; else defaults
  data: Record<string, string | number | null>
}

export type MailTenant = {
  code: string
  name: string
  legalName: string
  address: 'du' | 'Sie'
  theme: Theme
  imprintLine: string
  particulars: string[] // the company's mandatory particulars, in the mail's language
  contact: { email: string; phone: string } // '': none
  origin: string
  imprint: string | null // addresses of these pages
  privacy: string | null
  pictures: Record<string, MailPicture> // by the pages' paths; absent ones are not shown
}

export type MailPicture = { src: string; width: number; height: number } // `cid:`, a data URI in previews
