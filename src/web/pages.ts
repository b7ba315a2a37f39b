import { isAgencyPage, isSalesPartnerPage, type PageName } from '../contract/pages.ts'
import type { PageTenant } from '../contract/page-context.ts'
import type { PageModule } from './page-module.ts'
import type { Area } from './texts.ts'

/** Where a page lives. `source` names the file a second time, for the server to find its built chunk. */
export type PageEntry = {
  source: string // below src/web
  load: () => Promise<PageModule>
  texts: Area[] // beside `common`
}

const page = (source: string, load: PageEntry['load'], ...texts: Area[]): PageEntry => ({
  source,
  load,
  texts,
})

export const pageModules: Partial<Record<PageName, PageEntry>> = {
  Homepage: page('catalogue/home-page.tsx', () => import('./catalogue/home-page.tsx'), 'catalogue'),
  Categories: page(
    'catalogue/categories-page.tsx',
    () => import('./catalogue/categories-page.tsx'),
    'offers',
  ),
  Category: page(
    'catalogue/category-page.tsx',
    () => import('./catalogue/category-page.tsx'),
    'offers',
  ),
  Comparison: page(
    'catalogue/comparison-page.tsx',
    () => import('./catalogue/comparison-page.tsx'),
    'offers',
  ),
  Recommendation: page(
    'referral/recommend-page.tsx',
    () => import('./referral/recommend-page.tsx'),
    'referral',
  ),
  AgentRecommendations: page(
    'referral/agents-page.tsx',
    () => import('./referral/agents-page.tsx'),
    'agents',
    'referral',
  ),
  EmployeeRecommendation: page(
    'account/employee-page.tsx',
    () => import('./account/employee-page.tsx'),
    'account',
  ),
  ShareRecommendation: page(
    'referral/share-page.tsx',
    () => import('./referral/share-page.tsx'),
    'referral',
  ),
  Thanks: page('referral/thanks-page.tsx', () => import('./referral/thanks-page.tsx'), 'referral'),
  Code: page('referral/code-page.tsx', () => import('./referral/code-page.tsx'), 'recipient'),
  RecipientData: page(
    'referral/recipient-page.tsx',
    () => import('./referral/recipient-page.tsx'),
    'recipient',
  ),
  Click: page('referral/click-page.tsx', () => import('./referral/click-page.tsx')),
  RecipientConfirmation: page(
    'referral/recipient-confirmation-page.tsx',
    () => import('./referral/recipient-confirmation-page.tsx'),
    'recipient',
    'confirmation',
  ),
  ExpiredRecommendation: page(
    'referral/expired-page.tsx',
    () => import('./referral/expired-page.tsx'),
    'recipient',
  ),
  Imprint: page('content/imprint-page.tsx', () => import('./content/imprint-page.tsx'), 'content'),
  Privacy: page('content/privacy-page.tsx', () => import('./content/privacy-page.tsx'), 'content'),
  TOS: page('content/terms-page.tsx', () => import('./content/terms-page.tsx'), 'content'),
  CookieSettings: page(
    'consent/cookie-settings-page.tsx',
    () => import('./consent/cookie-settings-page.tsx'),
    'cookies',
  ),
  Faq: page('content/faq-page.tsx', () => import('./content/faq-page.tsx'), 'help'),
  Contact: page('content/contact-page.tsx', () => import('./content/contact-page.tsx'), 'help'),
  Accessibility: page(
    'content/accessibility-page.tsx',
    () => import('./content/accessibility-page.tsx'),
    'help',
  ),
  RewardOverview: page(
    'reward/reward-overview-page.tsx',
    () => import('./reward/reward-overview-page.tsx'),
    'help',
  ),
  FileNotFound: page('content/not-found-page.tsx', () => import('./content/not-found-page.tsx')),
  Login: page('account/login-page.tsx', () => import('./account/login-page.tsx'), 'account'),
  Logout: page('account/logout-page.tsx', () => import('./account/logout-page.tsx'), 'account'),
  ForgotPassword: page(
    'account/forgot-password-page.tsx',
    () => import('./account/forgot-password-page.tsx'),
    'account',
  ),
  Registration: page(
    'account/registration-page.tsx',
    () => import('./account/registration-page.tsx'),
    'account',
    'invited',
  ),
  Confirmation: page(
    'account/confirmation-page.tsx',
    () => import('./account/confirmation-page.tsx'),
    'account',
  ),
  SetPassword: page(
    'account/set-password-page.tsx',
    () => import('./account/set-password-page.tsx'),
    'account',
  ),
  EmailChange: page(
    'account/email-change-page.tsx',
    () => import('./account/email-change-page.tsx'),
    'account',
  ),
  ChangePassword: page(
    'account/change-password-page.tsx',
    () => import('./account/change-password-page.tsx'),
    'account',
  ),
  PasswordRequest: page(
    'account/password-request-page.tsx',
    () => import('./account/password-request-page.tsx'),
    'account',
  ),
  Dashboard: page(
    'account/dashboard-page.tsx',
    () => import('./account/dashboard-page.tsx'),
    'dashboard',
  ),
  Settings: page(
    'account/settings-page.tsx',
    () => import('./account/settings-page.tsx'),
    'account',
    'mydata',
  ),
  NewsletterOptin: page(
    'newsletter/optin-page.tsx',
    () => import('./newsletter/optin-page.tsx'),
    'mydata',
  ),
  NewsletterOptout: page(
    'newsletter/optout-page.tsx',
    () => import('./newsletter/optout-page.tsx'),
    'mydata',
  ),
  Admin: page('account/admin-page.tsx', () => import('./account/admin-page.tsx'), 'account'),
  RecipientArea: page(
    'referral/recipient-area-page.tsx',
    () => import('./referral/recipient-area-page.tsx'),
    'own',
  ),
  RecipientTOSConsent: page(
    'referral/recipient-consent-page.tsx',
    () => import('./referral/recipient-consent-page.tsx'),
    'own',
  ),
  // The specification names this page twice.
  RecipientConsent: page(
    'referral/recipient-consent-page.tsx',
    () => import('./referral/recipient-consent-page.tsx'),
    'own',
  ),
  // The specification names this page twice, too.
  BankDetails: page(
    'reward/recipient-bank-page.tsx',
    () => import('./reward/recipient-bank-page.tsx'),
    'own',
    'reward',
  ),
  BankDetailsRecipient: page(
    'reward/recipient-bank-page.tsx',
    () => import('./reward/recipient-bank-page.tsx'),
    'own',
    'reward',
  ),
  BankDetailsRecommender: page(
    'reward/referrer-bank-page.tsx',
    () => import('./reward/referrer-bank-page.tsx'),
    'own',
    'reward',
  ),
  CustomerNumber: page(
    'account/customer-number-page.tsx',
    () => import('./account/customer-number-page.tsx'),
    'own',
  ),
  Reward: page('reward/reward-page.tsx', () => import('./reward/reward-page.tsx'), 'reward', 'own'),
  RewardDetails: page(
    'reward/reward-details-page.tsx',
    () => import('./reward/reward-details-page.tsx'),
    'reward',
  ),
  RewardThanks: page(
    'reward/reward-thanks-page.tsx',
    () => import('./reward/reward-thanks-page.tsx'),
    'reward',
  ),
  GoodwillThanks: page(
    'reward/goodwill-thanks-page.tsx',
    () => import('./reward/goodwill-thanks-page.tsx'),
    'reward',
    'own',
  ),
}

/** Adds pages of an area that only few visitors come to; they are fetched with the first of them (hydrate.tsx). */
export function addPages(more: Partial<Record<PageName, PageEntry>>): void {
  Object.assign(pageModules, more)
}

// The provider logs people in, so there is nothing to log in to, or out of, here (domain.md section 8).
const offWithAutoLogin: ReadonlySet<PageName> = new Set<PageName>([
  'Login',
  'Logout',
  'Registration',
  'SetPassword',
  'ForgotPassword',
  'ChangePassword',
  'PasswordRequest',
  'Confirmation',
  'EmailChange',
])

const providerLogin = page(
  'account/provider-login-page.tsx',
  () => import('./account/provider-login-page.tsx'),
  'account',
)

const homeWithCategories = page(
  'catalogue/home-with-categories-page.tsx',
  () => import('./catalogue/home-with-categories-page.tsx'),
  'catalogue',
  'offers',
)

const ofCategories: ReadonlySet<PageName> = new Set<PageName>([
  'Categories',
  'Category',
  'Comparison',
])

/** What stands at a page's address at this tenant; undefined: nothing yet. */
export function entryOf(
  name: PageName,
  tenant: Pick<PageTenant, 'autoLogin' | 'showsCategories'>,
): PageEntry | undefined {
  if (name === 'Homepage' && tenant.showsCategories) return homeWithCategories
  return tenant.autoLogin && offWithAutoLogin.has(name) ? providerLogin : pageModules[name]
}

/** Whether a tenant has a page at all; everywhere else its path answers 404. */
export function pageExists(
  name: PageName,
  tenant: Pick<
    PageTenant,
    'autoLogin' | 'agentReferral' | 'showsCategories' | 'agencies' | 'salesPartners'
  >,
): boolean {
  if (isAgencyPage(name)) return tenant.agencies
  if (isSalesPartnerPage(name)) return tenant.salesPartners
  if (name === 'AgentRecommendations') return tenant.agentReferral
  if (ofCategories.has(name)) return tenant.showsCategories
  // Who asks for an account gets it by mail, but where the provider's login makes them.
  if (name === 'EmployeeRecommendation') return !tenant.autoLogin
  return true
}
