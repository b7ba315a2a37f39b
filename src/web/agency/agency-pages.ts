import type { PageName } from '../../contract/pages.ts'
import type { PageEntry } from '../pages.ts'
import type { Area } from '../texts.ts'

const page = (source: string, load: PageEntry['load'], ...texts: Area[]): PageEntry => ({
  source: `agency/${source}`,
  load,
  texts: ['agency', ...texts],
})

/** A row's page is the list's with the row beside it: one component, so that the list stays as it is. */
const record = (source: string, load: PageEntry['load']) =>
  page(source, load, 'agencyReports', 'table')

/** The pages of the agency area. What is not here does not exist yet, and no navigation leads to it. */
export const agencyPages: Partial<Record<PageName, PageEntry>> = {
  AgencyInfo: page('info-page.tsx', () => import('./info-page.tsx')),
  AgencyRules: page('rules-page.tsx', () => import('./rules-page.tsx')),
  AgencyPrivacy: page('agency-privacy-page.tsx', () => import('./agency-privacy-page.tsx')),
  AgencyRegistration: page(
    'registration-page.tsx',
    () => import('./registration-page.tsx'),
    'account',
  ),
  AgencyConfirmation: page(
    'confirmation-page.tsx',
    () => import('./confirmation-page.tsx'),
    'account',
  ),
  AgencySetPassword: page(
    'set-password-page.tsx',
    () => import('./set-password-page.tsx'),
    'account',
  ),
  AgencyResetPassword: page(
    'reset-password-page.tsx',
    () => import('./reset-password-page.tsx'),
    'account',
  ),
  AgencyForgotPassword: page(
    'forgot-password-page.tsx',
    () => import('./forgot-password-page.tsx'),
    'account',
  ),
  AgencyLogin: page('login-page.tsx', () => import('./login-page.tsx'), 'account'),
  AgencyLogout: page('logout-page.tsx', () => import('./logout-page.tsx')),
  AgencyAdditionalData: page(
    'additional-data-page.tsx',
    () => import('./additional-data-page.tsx'),
  ),
  AgencyHome: page('home-page.tsx', () => import('./home-page.tsx'), 'agencyInvite'),
  AgencyArea: page('area-page.tsx', () => import('./area-page.tsx'), 'agencyInvite'),
  AgencyInvitations: page(
    'invitations-page.tsx',
    () => import('./invitations-page.tsx'),
    'agencyInvite',
    'table',
  ),
  AgencyInvitation: page(
    'invitations-page.tsx',
    () => import('./invitations-page.tsx'),
    'agencyInvite',
    'table',
  ),
  AgencyRewardOverview: page(
    'reward-overview-page.tsx',
    () => import('./reward-overview-page.tsx'),
  ),
  AgencyOrderReport: page(
    'order-report-page.tsx',
    () => import('./order-report-page.tsx'),
    'agencyReports',
    'table',
  ),
  AgencyOrder: record('order-report-page.tsx', () => import('./order-report-page.tsx')),
  AgencyRecommenderReport: page(
    'recommender-report-page.tsx',
    () => import('./recommender-report-page.tsx'),
    'agencyReports',
    'table',
  ),
  AgencyReferrer: record(
    'recommender-report-page.tsx',
    () => import('./recommender-report-page.tsx'),
  ),
  AgencyRewards: page(
    'rewards-page.tsx',
    () => import('./rewards-page.tsx'),
    'agencyReports',
    'table',
  ),
  AgencyReward: record('rewards-page.tsx', () => import('./rewards-page.tsx')),
  AgencyBonusPlan: page(
    'bonus-plan-page.tsx',
    () => import('./bonus-plan-page.tsx'),
    'agencyMoney',
  ),
  AgencyInvoice: page(
    'invoices-page.tsx',
    () => import('./invoices-page.tsx'),
    'agencyMoney',
    'table',
  ),
  AgencyInvoices: page(
    'invoices-page.tsx',
    () => import('./invoices-page.tsx'),
    'agencyMoney',
    'table',
  ),
  AgencyCosts: page('costs-page.tsx', () => import('./costs-page.tsx'), 'agencyMoney'),
  AgencyStatistics: page(
    'statistics-page.tsx',
    () => import('./statistics-page.tsx'),
    'agencyStatistics',
  ),
  AgencyEmployees: page('employees-page.tsx', () => import('./employees-page.tsx')),
  AgencyMasterData: page('master-data-page.tsx', () => import('./master-data-page.tsx')),
}
