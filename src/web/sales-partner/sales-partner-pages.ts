import type { PageEntry, Pages } from '../runtime/page-table.ts'
import type { Area } from '../runtime/texts.ts'

const page = (file: string, ...texts: Area[]): PageEntry => ({
  source: `sales-partner/${file}`,
  also: 'sales-partner/add-sales-partner.ts',
  texts: ['salesPartner', ...texts],
  exists: ({ salesPartners }) => salesPartners,
})

export const salesPartnerPages: Pages = {
  SalesPartnerEntry: page('entry-page.tsx', 'account', 'passkeys'),
  SalesPartnerRegistration: page('registration-page.tsx', 'account'),
  SalesPartnerPassword: page('password-page.tsx', 'account'),
  SalesPartnerWelcome: page('welcome-page.tsx'),
  SalesPartnerArea: page('area-page.tsx', 'table'),
  SalesPartnerOrders: page('orders-page.tsx', 'table'),
  SalesPartnerOrder: page('orders-page.tsx', 'table'),
  SalesPartnerCommissions: page('commissions-page.tsx', 'table'),
  SalesPartnerCommission: page('commissions-page.tsx', 'table'),
  SalesPartnerBilling: page('billing-page.tsx', 'table'),
  SalesPartnerNote: page('billing-page.tsx', 'table'),
  SalesPartnerSessions: page('sessions-page.tsx', 'sessions', 'passkeys'),
  SalesPartnerChangePassword: page('change-password-page.tsx', 'account'),
  SalesPartnerData: page('data-page.tsx'),
}
