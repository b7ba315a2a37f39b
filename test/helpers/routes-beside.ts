import { pages, type TenantPage } from '../../src/contract/pages.ts'

// Everything served beside the contract, and who may have it. test/walk-routes.test.ts walks it and fails on routes in neither.

export type Route = { method: string; url: string }

/** Public on purpose: the same for everyone, about no one. */
export const openRoutes = ['/health/live', '/health/ready', '/api/openapi.json', '/api/docs']

/** Demo mode only, for callers on this machine; tokens are neither needed nor useful. */
export const demoRoutes = [
  'GET /demo',
  'GET /demo/shop/:tenant',
  'GET /demo/inbox',
  'GET /demo/preview',
  'GET /demo/mails',
  'POST /demo/clock',
  'POST /demo/konsole',
  'POST /demo/shop/:tenant/contract',
  'GET /demo/shop/:tenant/customer',
  'POST /demo/history/:tenant',
  'POST /demo/release/:tenant',
  'POST /demo/payout/:tenant',
  'POST /demo/payout/:tenant/:batch/executed',
  'GET /demo/payout/:tenant/:batch/file',
  'GET /demo/sso/anmelden/:login',
  'GET /demo/sso/anmelden/:login/als/:person',
  'GET /demo/sso/*',
  'POST /demo/sso/*',
  'OPTIONS /demo/sso/*',
]

/** Redirects a code to the page of its referral, which decides what a stranger may see. */
export const shortLink = '/k/:code'

/** Redirects an agency's card to the registration, which tells the card's state. */
export const cardLink = '/e/:code'

/** Shows a button to open a draft on its own host, by a link of the console; its press opens it. */
export const previewRoute = '/vorschau'

/** A tenant's logo and pictures; public. */
export const brandRoute = '/marke/:tenant/:name'

/** Pictures in page sizes; public. */
export const pictureRoute = '/bild/:tenant/:kind/:id'

/** Built files: scripts and letters, and the pictures of the demo's companies; public. */
export const builtFolders = ['/assets/*', '/brand/*']

/** All pages of all tenants, by name and language: see `pageAnswers`. */
export const everyPage = '/*'

type Expected = number | TenantPage
type PageAnswer = {
  shownTo: 'anyone' | 'referrer' | 'reward' | 'recipient' | 'agency' | 'sales-partner'
  nobody: Expected
  wrong: Expected // with an invented token, or one of another kind or tenant
  owner: Expected
  other?: Expected // another person with the same roles; default: as the owner
}

const anyone = (expected: Expected): PageAnswer => ({
  shownTo: 'anyone',
  nobody: expected,
  wrong: expected,
  owner: expected,
})

const agency: PageAnswer = {
  shownTo: 'agency',
  nobody: 'AgencyLogin',
  wrong: 'AgencyLogin',
  owner: 200,
}

const salesPartner: PageAnswer = {
  shownTo: 'sales-partner',
  nobody: 'SalesPartnerEntry',
  wrong: 'SalesPartnerEntry',
  owner: 200,
}

/** Each page's answer at a tenant without forced login and with agencies. 404 and 410 are pages, too, and say what is missing. */
export const pageAnswers: Record<TenantPage, PageAnswer> = {
  Homepage: anyone(200),
  Categories: anyone(404), // only at tenants with categories
  Category: anyone(404),
  Comparison: anyone(404),
  Thanks: anyone(404),
  Dashboard: { shownTo: 'referrer', nobody: 'Login', wrong: 'Login', owner: 200 },
  Settings: { shownTo: 'referrer', nobody: 'Login', wrong: 'Login', owner: 200 },
  Claims: { shownTo: 'referrer', nobody: 'Login', wrong: 'Login', owner: 200 },
  Sessions: { shownTo: 'referrer', nobody: 'Login', wrong: 'Login', owner: 200 },
  Earnings: { shownTo: 'referrer', nobody: 'Login', wrong: 'Login', owner: 200 },
  Login: { ...anyone(200), owner: 'Dashboard' },
  Admin: anyone(200),
  Logout: anyone(200),
  Code: anyone(200),
  ForgotPassword: anyone(200),
  ChangePassword: anyone(200),
  PasswordRequest: anyone('Dashboard'),
  Recommendation: anyone(200),
  AgentRecommendations: anyone(404),
  EmployeeRecommendation: { ...anyone(200), owner: 'Homepage' },
  Confirmation: anyone(404),
  ShareRecommendation: anyone(200),
  RecipientConfirmation: anyone(200),
  Click: anyone(302),
  ExpiredRecommendation: anyone(410),
  RecipientData: { ...anyone(200), owner: 'RecipientConfirmation', other: 200 }, // redirected after accepting
  RecipientArea: { shownTo: 'recipient', nobody: 200, wrong: 410, owner: 200 },
  RecipientClaims: { shownTo: 'recipient', nobody: 200, wrong: 410, owner: 200 },
  RecipientTOSConsent: { shownTo: 'recipient', nobody: 200, wrong: 410, owner: 200 },
  RecipientConsent: { shownTo: 'recipient', nobody: 200, wrong: 410, owner: 200 },
  BankDetails: { shownTo: 'recipient', nobody: 200, wrong: 410, owner: 200 },
  BankDetailsRecipient: { shownTo: 'recipient', nobody: 200, wrong: 410, owner: 200 },
  BankDetailsRecommender: { shownTo: 'referrer', nobody: 200, wrong: 410, owner: 200 },
  CustomerNumber: anyone(404), // standard has none
  Reward: { shownTo: 'reward', nobody: 200, wrong: 410, owner: 200 },
  RewardDetails: { shownTo: 'reward', nobody: 'Reward', wrong: 'Reward', owner: 200 },
  HolderQuestion: { shownTo: 'reward', nobody: 200, wrong: 410, owner: 200 },
  RewardThanks: anyone('Reward'),
  GoodwillThanks: anyone('Reward'),
  Imprint: anyone(200),
  Faq: anyone(200),
  Contact: anyone(200),
  RewardOverview: anyone(200),
  Accessibility: anyone(200),
  Privacy: anyone(200),
  TOS: anyone(200),
  CookieSettings: anyone(200),
  Registration: anyone(404),
  SetPassword: anyone(404),
  EmailChange: anyone(404),
  ReviewAnswer: anyone(404),
  NewsletterOptin: anyone(404),
  NewsletterOptout: anyone(404),
  FileNotFound: anyone(404),
  AgencyInfo: anyone(200),
  AgencyRegistration: anyone(200),
  AgencyConfirmation: anyone(404),
  AgencySetPassword: anyone(404),
  AgencyLogin: { ...anyone(200), owner: 'AgencyHome' },
  AgencyLogout: anyone(200),
  AgencyForgotPassword: anyone(200),
  AgencyResetPassword: anyone(404),
  AgencyRules: anyone(200),
  AgencyPrivacy: anyone(200),
  AgencyRewardOverview: agency,
  AgencyAdditionalData: agency,
  AgencyHome: agency,
  AgencyArea: agency,
  AgencyInvitations: agency,
  AgencyInvitation: { ...agency, owner: 404 }, // no such invitation
  AgencyOrderReport: agency,
  AgencyOrder: { ...agency, owner: 404 }, // no such number
  AgencyRecommenderReport: agency,
  AgencyReferrer: { ...agency, owner: 404 },
  AgencyRewards: agency,
  AgencyReward: { ...agency, owner: 404 },
  AgencySessions: agency,
  AgencyStatistics: agency,
  AgencyBonusPlan: agency,
  AgencyInvoice: { ...agency, owner: 404 }, // likewise
  AgencyInvoices: agency,
  AgencyCosts: agency,
  AgencyEmployees: agency,
  AgencyChangePassword: agency,
  AgencyMasterData: agency,
  SalesPartnerEntry: anyone(200),
  SalesPartnerRegistration: anyone(200),
  SalesPartnerPassword: anyone(200),
  SalesPartnerWelcome: salesPartner,
  SalesPartnerArea: salesPartner,
  SalesPartnerOrders: salesPartner,
  SalesPartnerOrder: { ...salesPartner, owner: 404 }, // no such number
  SalesPartnerCommissions: salesPartner,
  SalesPartnerCommission: { ...salesPartner, owner: 404 }, // no such number
  SalesPartnerBilling: salesPartner,
  SalesPartnerNote: { ...salesPartner, owner: 404 }, // no such number
  SalesPartnerSessions: salesPartner,
  SalesPartnerChangePassword: salesPartner,
  SalesPartnerData: salesPartner,
}

export const pageNames = Object.keys(pages) as TenantPage[]
