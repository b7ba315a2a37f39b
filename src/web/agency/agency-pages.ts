import type { PageEntry, Pages } from '../runtime/page-table.ts'
import type { Area } from '../runtime/texts.ts'

const page = (file: string, ...texts: Area[]): PageEntry => ({
  source: `agency/${file}`,
  also: 'agency/add-agency.ts',
  texts: ['agency', ...texts],
  exists: ({ agencies }) => agencies,
})

/** A row's page is the list's with the record beside it: one component, so that the list stays mounted. */
const record = (file: string) => page(file, 'agencyReports', 'table')

export const agencyPages: Pages = {
  AgencyInfo: page('info-page.tsx'),
  AgencyRules: page('rules-page.tsx'),
  AgencyPrivacy: page('agency-privacy-page.tsx'),
  AgencyRegistration: page('registration-page.tsx', 'account'),
  AgencyConfirmation: page('confirmation-page.tsx', 'account'),
  AgencySetPassword: page('set-password-page.tsx', 'account'),
  AgencyResetPassword: page('reset-password-page.tsx', 'account'),
  AgencyForgotPassword: page('forgot-password-page.tsx', 'account'),
  AgencyChangePassword: page('change-password-page.tsx', 'account'),
  AgencyLogin: page('login-page.tsx', 'account', 'passkeys'),
  AgencyLogout: page('logout-page.tsx'),
  AgencyAdditionalData: page('additional-data-page.tsx'),
  AgencyHome: page('home-page.tsx', 'agencyInvite'),
  AgencyArea: page('area-page.tsx', 'agencyInvite'),
  AgencyInvitations: page('invitations-page.tsx', 'agencyInvite', 'table'),
  AgencyInvitation: page('invitations-page.tsx', 'agencyInvite', 'table'),
  AgencyRewardOverview: page('reward-overview-page.tsx'),
  AgencyOrderReport: page('order-report-page.tsx', 'agencyReports', 'table'),
  AgencyOrder: record('order-report-page.tsx'),
  AgencyRecommenderReport: page('recommender-report-page.tsx', 'agencyReports', 'table'),
  AgencyReferrer: record('recommender-report-page.tsx'),
  AgencyRewards: page('rewards-page.tsx', 'agencyReports', 'table'),
  AgencyReward: record('rewards-page.tsx'),
  AgencyBonusPlan: page('bonus-plan-page.tsx', 'agencyMoney'),
  AgencyInvoice: page('invoices-page.tsx', 'agencyMoney', 'table'),
  AgencyInvoices: page('invoices-page.tsx', 'agencyMoney', 'table'),
  AgencyCosts: page('costs-page.tsx', 'agencyMoney', 'table'),
  AgencyStatistics: page('statistics-page.tsx', 'agencyStatistics'),
  AgencyEmployees: page('employees-page.tsx', 'table'),
  AgencySessions: page('sessions-page.tsx', 'sessions', 'passkeys'),
  AgencyMasterData: page('master-data-page.tsx'),
}
