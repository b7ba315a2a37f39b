import { page, pagesWhere, type Pages } from './runtime/page-table.ts'

const homeWithCategories = page('catalogue/home-with-categories-page.tsx', 'catalogue', 'offers')
const providerLogin = page('account/provider-login-page.tsx', 'account')

/** Not for tenants with provider login: nothing to log in to or out of (domain.md section 8). */
const ownLogin: typeof page = (...at) => ({
  ...page(...at),
  instead: ({ autoLogin }) => (autoLogin ? providerLogin : undefined),
})
const offer = pagesWhere(({ showsCategories }) => showsCategories)
const ofAgents = pagesWhere(({ agentReferral }) => agentReferral)
// Users get an account by mail, unless the provider's login creates it.
const ofEmployees = pagesWhere(({ autoLogin }) => !autoLogin)

/** Pages of customers and contacts: each one's file, and its texts beside `common`. */
export const customerPages: Pages = {
  Homepage: {
    ...page('catalogue/home-page.tsx', 'catalogue'),
    instead: ({ showsCategories }) => (showsCategories ? homeWithCategories : undefined),
  },
  Categories: offer('catalogue/categories-page.tsx', 'offers'),
  Category: offer('catalogue/category-page.tsx', 'offers'),
  Comparison: offer('catalogue/comparison-page.tsx', 'offers'),
  Recommendation: page('referral/recommend-page.tsx', 'referral'),
  AgentRecommendations: ofAgents('referral/agents-page.tsx', 'agents', 'referral'),
  EmployeeRecommendation: ofEmployees('account/employee-page.tsx', 'account'),
  ShareRecommendation: page('referral/share-page.tsx', 'referral'),
  Thanks: page('referral/thanks-page.tsx', 'referral'),
  Code: page('referral/code-page.tsx', 'recipient'),
  RecipientData: page('referral/recipient-page.tsx', 'recipient'),
  Click: page('referral/click-page.tsx'),
  RecipientConfirmation: page(
    'referral/recipient-confirmation-page.tsx',
    'recipient',
    'confirmation',
  ),
  ExpiredRecommendation: page('referral/expired-page.tsx', 'recipient'),
  Imprint: page('content/imprint-page.tsx', 'content'),
  Privacy: page('content/privacy-page.tsx', 'content'),
  TOS: page('content/terms-page.tsx', 'content'),
  CookieSettings: page('consent/cookie-settings-page.tsx', 'cookies'),
  Faq: page('content/faq-page.tsx', 'help'),
  Contact: page('content/contact-page.tsx', 'help'),
  Accessibility: page('content/accessibility-page.tsx', 'help'),
  RewardOverview: page('reward/reward-overview-page.tsx', 'help'),
  FileNotFound: page('content/not-found-page.tsx'),
  Login: ownLogin('account/login-page.tsx', 'account', 'passkeys'),
  Logout: ownLogin('account/logout-page.tsx', 'account'),
  ForgotPassword: ownLogin('account/forgot-password-page.tsx', 'account'),
  Registration: ownLogin('account/registration-page.tsx', 'account', 'invited'),
  Confirmation: ownLogin('account/confirmation-page.tsx', 'account'),
  SetPassword: ownLogin('account/set-password-page.tsx', 'account'),
  EmailChange: ownLogin('account/email-change-page.tsx', 'account'),
  ChangePassword: ownLogin('account/change-password-page.tsx', 'account'),
  PasswordRequest: ownLogin('account/password-request-page.tsx', 'account'),
  Dashboard: page('account/dashboard-page.tsx', 'dashboard'),
  Settings: page('account/settings-page.tsx', 'account', 'mydata'),
  Sessions: page('account/sessions-page.tsx', 'sessions', 'passkeys'),
  Claims: page('account/claims-page.tsx', 'claims'),
  Earnings: page('account/earnings-page.tsx', 'mydata'),
  NewsletterOptin: page('newsletter/optin-page.tsx', 'mydata'),
  NewsletterOptout: page('newsletter/optout-page.tsx', 'mydata'),
  Admin: page('account/admin-page.tsx', 'account'),
  RecipientArea: page('referral/recipient-area-page.tsx', 'own'),
  RecipientClaims: page('referral/recipient-claims-page.tsx', 'claims', 'own'),
  RecipientTOSConsent: page('referral/recipient-consent-page.tsx', 'own'),
  // The specification names this page twice.
  RecipientConsent: page('referral/recipient-consent-page.tsx', 'own'),
  // Named twice as well.
  BankDetails: page('reward/recipient-bank-page.tsx', 'own', 'reward'),
  BankDetailsRecipient: page('reward/recipient-bank-page.tsx', 'own', 'reward'),
  BankDetailsRecommender: page('reward/referrer-bank-page.tsx', 'own', 'reward'),
  CustomerNumber: page('account/customer-number-page.tsx', 'own'),
  Reward: page('reward/reward-page.tsx', 'reward', 'own'),
  RewardDetails: page('reward/reward-details-page.tsx', 'reward'),
  HolderQuestion: page('reward/holder-question-page.tsx', 'reward', 'holder', 'own'),
  RewardThanks: page('reward/reward-thanks-page.tsx', 'reward'),
  ReviewAnswer: page('reward/review-answer-page.tsx', 'reviewAnswer'),
  GoodwillThanks: page('reward/goodwill-thanks-page.tsx', 'reward', 'own'),
}
