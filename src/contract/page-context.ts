import type { OperatorRole } from '../domain/operator-abilities.ts'
import type { Role } from '../domain/abilities.ts'
import type { CookieConsent, OptionalCategory } from '../domain/cookie-consent.ts'
import type { Frame } from '../domain/frame.ts'
import type { SellerKind } from '../domain/seller.ts'
import type { Locale, Localised, Theme } from '../domain/tenant.ts'

// The interface between server and pages. In the browser, it is built from hydration data.

/** A tenant's fields for every page; part of the HTML, so it stays small. */
export type PageTenant = {
  code: string
  name: string
  legalName: string
  locales: Locale[]
  address: 'du' | 'Sie'
  theme: Theme
  routes: Record<string, string>
  contact: { email: string; phone: string; hours: Localised }
  home: { headline: Localised; teaser: Localised; steps: { title: Localised; text: Localised }[] }
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
  tokenValidUntil: string
}

export type PageSalesPartner = {
  number: string
  company: string // '' for persons
  firstName: string
  lastName: string
  state: 'registered' | 'active' | 'inactive'
  tokenValidUntil: string
}

/** The operator in the console, on its host alone. */
export type PageOperator = {
  name: string
  email: string
  // Where they may do something, and through whom the tenant sells.
  places: { tenant: string; name: string; roles: OperatorRole[]; sellers: SellerKind[] }[]
  provedUntil: string | null // the passkey was asked for, and holds until then
  isDemo: boolean
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
  startSession: (
    kind: SessionKind | 'sso' | 'reward' | 'recipient',
    token: string,
    until: string | null,
    referral?: string, // of a recipient token
  ) => void
  /** Without kind all sessions, as after a 401 (spec section 8). */
  endSession: (kind?: SessionKind | 'sso') => void
  /** Stores a chosen language; server only. */
  keepLanguage: (language: Locale) => void
  /** Deletes a referral's recipient cookie, also as the last one's; server only. */
  endRecipient: (referral: string) => void
}

/** A page's full HTML or redirect. */
export type PageAnswer = { status: number; headers: Headers; body: string }

/** Exports of the server bundle (dist/ssr/entry-server.js). */
export type WebBundle = {
  /** Renders a request (GET, or POST of a page form) to a full HTTP answer. */
  handlePage: (
    request: Request,
    context: PageContext,
    options: { nonce: string; assets: { scripts: string[]; styles: string[]; headTags?: string } },
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

/** Templates with their data; `link` is the button. Money is formatted; `beneficiary` is referrer or recipient. */
export const mailTemplates = {
  welcome: ['firstName', 'link', 'productTitle', 'referralLink'], // registration, productTitle and referralLink may be null
  finishReferral: ['firstName', 'link', 'productTitle'], // the e-mail already has an account
  // A contract of an unclaimed referral; `kept`: the referrer has a share, `contactDays`: the contact's maximum wait.
  claimReferral: [
    'firstName',
    'link',
    'productTitle',
    'again',
    'amount',
    'expiresOn',
    'kept',
    'contactDays',
  ],
  setPassword: ['firstName', 'link', 'objected', 'moved'],
  passwordChanged: ['firstName', 'link', 'first'], // first: none before
  newEmail: ['firstName', 'link'], // to the new address
  emailTaken: ['firstName', 'link'], // if it has an account
  oldEmail: ['firstName', 'link'], // to the old one, which may object
  emailChanged: ['firstName', 'link', 'maskedEmail', 'moved'], // to the old one; moved: outside the account's session
  // limit: the yearly cap, where it leaves less than promised; amount: what is left, or null
  confirmRecipient: [
    'firstName',
    'referrerFirstName',
    'productTitle',
    'link',
    'area',
    'amount',
    'limit',
  ],
  rewardCapped: ['firstName', 'productTitle', 'amount', 'limit', 'link'],
  acceptedBefore: ['firstName', 'referrerFirstName', 'productTitle', 'link'], // to a confirmed contact who fills in the form again
  rewardReady: ['firstName', 'beneficiary', 'amount', 'productTitle', 'link', 'expiresOn'],
  rewardReminder: ['firstName', 'beneficiary', 'amount', 'productTitle', 'link', 'expiresOn'],
  referralReminder: ['firstName', 'productTitle', 'link', 'expiresOn'],
  bankDataNeeded: ['firstName', 'amount', 'reason', 'link', 'expiresOn'],
  // again: after a returned payment; held: checked before payment
  rewardCollected: ['firstName', 'amount', 'maskedIban', 'expectedOn', 'link', 'again', 'held'],
  voucher: [
    'firstName',
    'beneficiary',
    'amount',
    'brand',
    'codes', // one per line
    'worths', // of several codes: values, one per line
    'picture', // the shop's, by the pages' path
    'redeem',
    'validity',
    'terms',
    'shop', // where to redeem it online, or null
    'link',
  ],
  contactAccepted: ['firstName', 'productTitle', 'link', 'settings'], // to a referrer who wants progress mails
  contractConcluded: ['firstName', 'productTitle', 'link', 'settings'], // the same
  payoutDone: ['firstName', 'beneficiary', 'amount', 'maskedIban', 'link'],
  bankDataSaved: ['firstName', 'maskedIban', 'link'], // a person's first account
  bankDataChanged: ['firstName', 'maskedIban', 'link'],
  rewardClaimedBack: ['firstName', 'beneficiary', 'productTitle', 'amount', 'link'],
  // What is still owed, and that the next reward may be set off.
  clawbackReminder: ['firstName', 'productTitle', 'amount', 'note', 'email', 'link'],
  clawbackWaived: ['firstName', 'productTitle', 'amount', 'link'],
  // rest: of the reward, still to be paid; left: still owed; or null
  rewardSetOff: ['firstName', 'amount', 'rest', 'left', 'email', 'link'],
  claimSettled: ['firstName', 'productTitle', 'amount', 'link'],
  // The answer to a claim: found, or refused with a reason and the day to object.
  claimDecided: ['firstName', 'productTitle', 'reason', 'objectUntil', 'email', 'link'],
  appealDecided: ['firstName', 'productTitle', 'reason', 'link'], // reason null: accepted
  reviewQuestion: ['firstName', 'productTitle', 'question', 'until', 'link'], // about a held reward
  refused: ['firstName', 'beneficiary', 'productTitle', 'reason', 'objectUntil', 'email', 'link'],
  orderCancelled: ['firstName', 'beneficiary', 'productTitle', 'link'],
  newsletterOptin: ['firstName', 'link'],
  newsletterConfirmed: ['firstName', 'link', 'unsubscribe'],
  accountDeleted: ['firstName', 'amount', 'link'], // amount: still to be paid, or null
  agencyConfirm: ['firstName', 'agencyName', 'agencyNumber', 'link'], // an agency registered
  agencyEmployee: ['firstName', 'agencyName', 'agencyNumber', 'link'], // added user, to set a password
  // Invites a future referrer; `conversation` is on-site or by-phone, `reminder` 0 the first time.
  agencyInvitation: [
    'firstName',
    'agencyName',
    'employeeName',
    'conversation',
    'reminder',
    'expiresOn',
    'link',
  ],
  agencyNumberTaken: ['firstName', 'agencyNumber', 'link'],
  agencyActivated: ['firstName', 'agencyName', 'agencyNumber', 'link'],
  agencyRefused: ['firstName', 'agencyName', 'agencyNumber', 'reason', 'link'], // a registration, to a proven applicant
  agencyInvoice: ['documentKind', 'invoiceNumber', 'amount', 'expectedOn', 'link'], // invoice or credit, to the agency
  agencyRegistered: ['agencyName', 'agencyNumber', 'name', 'email', 'link'], // to the tenant, for activation
  salesPartnerConfirm: ['firstName', 'partnerNumber', 'maskedIban', 'link'], // a sales partner registered
  salesPartnerRegistered: ['partnerNumber', 'name', 'email', 'link'], // to the tenant, for activation
  salesPartnerActivated: ['firstName', 'partnerNumber', 'link'],
  salesPartnerRefused: ['firstName', 'partnerNumber', 'reason', 'link'], // a registration, to a proven applicant
  salesPartnerAccount: ['firstName', 'maskedIban', 'link'], // new account for credit notes
  salesPartnerNote: ['firstName', 'noteNumber', 'amount', 'expectedOn', 'link'],
  salesPartnerPaid: ['firstName', 'noteNumber', 'amount', 'maskedIban', 'link'],
  salesPartnerAccountNeeded: ['firstName', 'amount', 'reason', 'link'], // the bank could not pay
  salesPartnerPaidAgain: ['firstName', 'amount', 'reason', 'maskedIban', 'link'], // after a change of account
  // To the tenant; `topic` as in domain/contact.ts, `language` the page's.
  contactMessage: ['name', 'email', 'topic', 'message', 'referralNumber', 'language', 'link'],
  contactReceived: ['link'], // to the sender, without any input
  operatorInvitation: ['link'],
  operatorRenewed: ['person', 'email', 'link'], // to the admins: somebody was invited anew
  operatorEmergency: ['person', 'email', 'role', 'ended', 'link'], // to the admins: a right given or ended on the server
  // One a day, of what waits for this operator: counts, absent where none.
  operatorDaily: [
    'reviews',
    'overdueReviews',
    'agencies',
    'partners',
    'payments',
    'amount',
    'heldPayments',
    'latePayouts',
    'deadJobs',
    'failedMails',
    'link',
  ],
  operatorAlarm: ['alarm', 'count', 'link'], // at once: dead-jobs or late-payout
  operatorVisit: ['person', 'email', 'role', 'until', 'link'], // to the admins: the platform works here
} as const
export type MailTemplate = keyof typeof mailTemplates

/** Advertising: with `unsubscribe`, also as headers (RFC 8058). */
export const advertisingMails: ReadonlySet<MailTemplate> = new Set(['newsletterConfirmed'])
