import type { Role } from '../domain/abilities.ts'
import type { CookieConsent, OptionalCategory } from '../domain/cookie-consent.ts'
import type { Frame } from '../domain/frame.ts'
import type { Locale, Localised, Theme } from '../domain/tenant.ts'

// What the server hands to a page, and what the page can ask for. The browser has the same, built from the hydration data.

/** The part of a tenant that every page needs; it travels in the page, so it stays small. */
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
  capExcess: 'auto' | 'referrer' | 'forfeited' // of what a contact may not have
  channels: string[]
  facebookId: string
  termsByButton: boolean
  imprintElsewhere: string | null // where the imprint page redirects to, '/' is the homepage
  termsVersion: string
  companyReferral: boolean
  agentReferral: boolean
  showsCategories: boolean
  employeesOnly: boolean // a whitelist says whose addresses may recommend
  asksAge: boolean // 18 or older, natural person, resident in Germany: not where a whitelist applies
  offlineCode: boolean
  newsletter: boolean
  forcedLogin: boolean
  entryPage: string // where forced login leads whom nobody knows
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
  agencies: boolean // the tenant sells through agencies, who have an area of their own
  salesPartners: boolean // professional sellers have an area of their own
  singleSignOn: boolean // their people can log in with the provider's own accounts
}

export type PageUser = {
  firstName: string
  lastName: string
  email: string
  supportAccess: boolean
  moneyAsks: MoneyAsks | null
  asksAge: boolean // the same, of this person
  tokenValidUntil: string
}

/**
 * What somebody whom a mailed link logged in has to do before money is touched: type the password, choose a first one, or,
 * when the link is a day old, do that by a fresh one.
 */
export type MoneyAsks = 'password' | 'new-password' | 'mail'

/** Whoever is logged in for an agency; beside `user`, since both sessions may be open at once. */
export type PageAgencyUser = {
  firstName: string
  lastName: string
  email: string
  role: Role
  agencyName: string
  agencyNumber: string
  registered: boolean // the agency waits for its activation
  tokenValidUntil: string
}

/** A sales partner who is logged in; beside the others. */
export type PageSalesPartner = {
  number: string
  company: string // '' where it is a person
  firstName: string
  lastName: string
  state: 'registered' | 'active' | 'inactive'
  tokenValidUntil: string
}

/** One call of the JSON API in wire form; `path` is below /api/v1/{tenant} and carries its query. */
export type ApiRequest = {
  method: string
  path: string
  body?: unknown
  idempotencyKey?: string
}
export type ApiAnswer = { status: number; body: unknown; retryAfterSeconds?: number }

/** Interface texts of the tenant's own, which stand for the defaults; in a page only those of its areas. */
export type OwnTexts = {
  texts: Record<string, string> // by area.key
  areas: string[] // which have some that are not in `texts`
}

/** Who can be logged in on a device, side by side. */
export type SessionKind = 'user' | 'agency' | 'sales-partner'

export type PageContext = {
  tenant: PageTenant
  locale: Locale
  origin: string // scheme, host and port of this page, for canonical links
  now: string // ISO instant of the app's clock
  demo: boolean
  user: PageUser | null
  agencyUser: PageAgencyUser | null
  salesPartner: PageSalesPartner | null
  hasRewardToken: boolean
  hasRecipientToken: boolean // whoever uses this browser accepted a referral
  consent: CookieConsent
  formToken: string
  own?: OwnTexts // absent where the tenant has none
  send: (request: ApiRequest) => Promise<ApiAnswer>
  /** Sets the HttpOnly cookie that carries a token; on the server only, in page actions. */
  startSession: (
    kind: SessionKind | 'sso' | 'reward' | 'recipient',
    token: string,
    until: string | null,
    referral?: string, // of a recipient token: its own referral
  ) => void
  /** Without a kind all sessions, as after an answer 401 (spec section 8). */
  endSession: (kind?: SessionKind | 'sso') => void
  /** Stores the language that somebody chose; on the server only. */
  keepLanguage: (language: Locale) => void
  /** Removes the recipient cookie of a referral; on the server only, where it was the last one's, too. */
  endRecipient: (referral: string) => void
}

/** What a page answers: its whole HTML, or where to go instead. */
export type PageAnswer = { status: number; headers: Headers; body: string }

/** The built server bundle (dist/ssr/entry-server.js) exports these. */
export type WebBundle = {
  /** Renders the page for a request (GET, or POST of a page form) to a complete HTTP answer. */
  handlePage: (
    request: Request,
    context: PageContext,
    options: { nonce: string; assets: { scripts: string[]; styles: string[]; headTags?: string } },
  ) => Promise<PageAnswer>
  /** Mail of a template in the tenant's theme and the person's language. */
  renderMail: (mail: MailToRender) => Promise<{ subject: string; html: string; text: string }>
  /** The pages of demo mode, complete HTML documents that need no script. */
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
      message: { tone: 'done' | 'problem'; text: string } | null
      tenants: {
        code: string
        name: string
        theme: Theme
        origin: string
        categoriesUrl: string | null // where it shows its offers by category
        logins: { role: string; email: string; password: string; url: string }[]
        orders: { number: string; product: string; state: string; contractOn: string }[] // newest 5
        mayGetPast: boolean // its agencies can be given a year of figures
        dueCents: number // what a payout run would pay now
        dueCount: number // of rewards
        duePartners: number // how many sales partners are paid beside them
        batches: { id: string; cents: number; transfers: number; state: string; fileUrl: string }[] // newest 3
      }[]
    }
  | {
      kind: 'inbox'
      locale: Locale
      looks: string[] // whose fonts the page uses
      inboxUrl: string // the inbox with everything that a mail has, for wide screens
      mails: DemoMail[] // newest first
      mail: (DemoMail & { text: string; html: string }) | null // the one that is read
    }
  | {
      kind: 'preview'
      locale: Locale
      looks: string[]
      tenants: { code: string; name: string; locales: Locale[] }[]
      templates: MailTemplate[]
      beneficiaries: ('referrer' | 'recipient')[] // empty where the mail is the same for both
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
  texts?: Record<string, string> // of the tenant's own, by key; the defaults stand for the others
  data: Record<string, string | number | null>
}

export type MailTenant = {
  code: string
  name: string
  legalName: string
  address: 'du' | 'Sie'
  theme: Theme
  imprintLine: string
  particulars: string[] // what the law wants of a company's register and directors, in the mail's language
  contact: { email: string; phone: string }
  origin: string
  imprint: string // addresses of these pages
  privacy: string
  pictures: Record<string, MailPicture> // by the path that pages know them under; one that is absent is not shown
}

/** `src` is a part of the mail itself (`cid:`), or a data URI where a mail is only looked at. */
export type MailPicture = { src: string; width: number; height: number }

/** Templates with the data each takes; `link` is the one button. Money comes formatted; `beneficiary` is referrer or recipient. */
export const mailTemplates = {
  welcome: ['firstName', 'link', 'productTitle', 'referralLink'], // registration, productTitle and referralLink may be null
  finishReferral: ['firstName', 'link', 'productTitle'], // the e-mail already has an account
  // A contract came of a referral that nobody took over; `kept`: the referrer keeps a share, `contactDays`: the contact waits so long at most.
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
  passwordChanged: ['firstName', 'link', 'first'], // first: there was none before
  newEmail: ['firstName', 'link'], // to the address that was asked for
  emailTaken: ['firstName', 'link'], // the same, where it has an account
  oldEmail: ['firstName', 'link'], // to the one of before, which may object
  emailChanged: ['firstName', 'link', 'maskedEmail', 'moved'], // to the one of before; moved: outside the account's own session
  confirmRecipient: ['firstName', 'referrerFirstName', 'productTitle', 'link', 'area', 'amount'],
  acceptedBefore: ['firstName', 'referrerFirstName', 'productTitle', 'link'], // to a contact who confirmed, and fills in the form again
  rewardReady: ['firstName', 'beneficiary', 'amount', 'productTitle', 'link', 'expiresOn'],
  rewardReminder: ['firstName', 'beneficiary', 'amount', 'productTitle', 'link', 'expiresOn'],
  referralReminder: ['firstName', 'productTitle', 'link', 'expiresOn'],
  bankDataNeeded: ['firstName', 'amount', 'reason', 'link', 'expiresOn'],
  rewardCollected: ['firstName', 'amount', 'maskedIban', 'expectedOn', 'link', 'again'], // again: the bank sent a payment back
  voucher: [
    'firstName',
    'beneficiary',
    'amount',
    'brand',
    'codes', // one per line
    'worths', // of several codes: what each is worth, one per line
    'picture', // the shop's, as pages know it
    'redeem',
    'validity',
    'terms',
    'shop', // address where it is redeemed; null: nowhere online
    'link',
  ],
  contactAccepted: ['firstName', 'productTitle', 'link', 'settings'], // to a referrer who wants a mail at each step
  contractConcluded: ['firstName', 'productTitle', 'link', 'settings'], // the same
  payoutDone: ['firstName', 'beneficiary', 'amount', 'maskedIban', 'link'],
  bankDataSaved: ['firstName', 'maskedIban', 'link'], // the first account of a person
  bankDataChanged: ['firstName', 'maskedIban', 'link'],
  rewardClaimedBack: ['firstName', 'beneficiary', 'productTitle', 'amount', 'link'],
  claimSettled: ['firstName', 'productTitle', 'amount', 'link'],
  refused: ['firstName', 'beneficiary', 'productTitle', 'reason', 'objectUntil', 'email', 'link'],
  orderCancelled: ['firstName', 'beneficiary', 'productTitle', 'link'],
  newsletterOptin: ['firstName', 'link'],
  newsletterConfirmed: ['firstName', 'link', 'unsubscribe'],
  accountDeleted: ['firstName', 'amount', 'link'], // amount: still to be paid, may be null
  agencyConfirm: ['firstName', 'agencyName', 'agencyNumber', 'link'], // an agency registered
  agencyEmployee: ['firstName', 'agencyName', 'agencyNumber', 'link'], // somebody was added, and chooses a password
  // Somebody is asked to become a referrer; `conversation` is on-site or by-phone, `reminder` 0 the first time.
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
  agencyInvoice: ['documentKind', 'invoiceNumber', 'amount', 'expectedOn', 'link'], // invoice or credit, to the agency
  agencyRegistered: ['agencyName', 'agencyNumber', 'name', 'email', 'link'], // to the tenant, who activates it
  salesPartnerConfirm: ['firstName', 'partnerNumber', 'maskedIban', 'link'], // a sales partner registered
  salesPartnerRegistered: ['partnerNumber', 'name', 'email', 'link'], // to the tenant, who activates them
  salesPartnerActivated: ['firstName', 'partnerNumber', 'link'],
  salesPartnerAccount: ['firstName', 'maskedIban', 'link'], // credit notes are paid to another account now
  salesPartnerNote: ['firstName', 'noteNumber', 'amount', 'expectedOn', 'link'],
  salesPartnerPaid: ['firstName', 'noteNumber', 'amount', 'maskedIban', 'link'],
  salesPartnerAccountNeeded: ['firstName', 'amount', 'reason', 'link'], // the bank could not pay to the account
  salesPartnerPaidAgain: ['firstName', 'amount', 'reason', 'maskedIban', 'link'], // the account was changed meanwhile
  // To the tenant; `topic` is one of domain/contact.ts, `language` that of the page.
  contactMessage: ['name', 'email', 'topic', 'message', 'referralNumber', 'language', 'link'],
  contactReceived: ['link'], // to the sender, without anything that they typed
} as const
export type MailTemplate = keyof typeof mailTemplates

/** Mails that are advertising: they carry `unsubscribe`, also as headers for the mail program (RFC 8058). */
export const advertisingMails: ReadonlySet<MailTemplate> = new Set(['newsletterConfirmed'])
