import type { PageName } from '../../contract/pages.ts'
import type { PageEntry } from '../pages.ts'
import type { Area } from '../texts.ts'

const page = (source: string, load: PageEntry['load'], ...texts: Area[]): PageEntry => ({
  source: `sales-partner/${source}`,
  load,
  texts: ['salesPartner', ...texts],
})

/** The pages of the sales partners' area. */
export const salesPartnerPages: Partial<Record<PageName, PageEntry>> = {
  SalesPartnerEntry: page('entry-page.tsx', () => import('./entry-page.tsx'), 'account'),
  SalesPartnerRegistration: page(
    'registration-page.tsx',
    () => import('./registration-page.tsx'),
    'account',
  ),
  SalesPartnerPassword: page('password-page.tsx', () => import('./password-page.tsx'), 'account'),
  SalesPartnerWelcome: page('welcome-page.tsx', () => import('./welcome-page.tsx')),
  SalesPartnerArea: page('area-page.tsx', () => import('./area-page.tsx'), 'table'),
  SalesPartnerOrders: page('orders-page.tsx', () => import('./orders-page.tsx'), 'table'),
  SalesPartnerOrder: page('orders-page.tsx', () => import('./orders-page.tsx'), 'table'),
  SalesPartnerCommissions: page(
    'commissions-page.tsx',
    () => import('./commissions-page.tsx'),
    'table',
  ),
  SalesPartnerCommission: page(
    'commissions-page.tsx',
    () => import('./commissions-page.tsx'),
    'table',
  ),
  SalesPartnerBilling: page('billing-page.tsx', () => import('./billing-page.tsx'), 'table'),
  SalesPartnerNote: page('billing-page.tsx', () => import('./billing-page.tsx'), 'table'),
  SalesPartnerData: page('data-page.tsx', () => import('./data-page.tsx')),
}
