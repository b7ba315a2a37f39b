import { pagePath } from '../../src/contract/paths.ts'
import type { PageName } from '../../src/contract/pages.ts'
import type { PageState } from './check-page.ts'

/** The sales partners' area: public pages and a partner's. */
export function ofSalesPartners(routes: Record<string, string>, language: string): PageState[] {
  const to = (page: PageName, query: Record<string, string> = {}) =>
    pagePath(routes, language, page, {}, query)
  const own = [
    'SalesPartnerWelcome',
    'SalesPartnerArea',
    'SalesPartnerOrders',
    'SalesPartnerCommissions',
    'SalesPartnerBilling',
    'SalesPartnerSessions',
    'SalesPartnerData',
    'SalesPartnerChangePassword',
    'SalesPartnerEntry',
  ] as const
  return [
    ...own.map((page): PageState => ({ name: `${page}, partner`, path: to(page), as: 'referrer' })),
    { name: 'sales partners', path: to('SalesPartnerEntry') },
    { name: 'sales partners, logged out', path: to('SalesPartnerEntry', { abgemeldet: '1' }) },
    {
      name: 'sales partners, login errors',
      path: to('SalesPartnerEntry'),
      act: async (page) => {
        await page.locator('form#partner-login button[type=submit]').click()
        await page.locator('form#partner-login [name=email][aria-invalid=true]').waitFor()
      },
    },
    { name: 'register sales partner', path: to('SalesPartnerRegistration') },
    {
      name: 'register sales partner, errors',
      path: to('SalesPartnerRegistration'),
      act: async (page) => {
        await page.locator('form#partner-registration button[type=submit]').click()
        await page
          .locator('form#partner-registration [name=firstName][aria-invalid=true]')
          .waitFor()
      },
    },
    { name: 'register sales partner, sent', path: to('SalesPartnerRegistration', { sent: '1' }) },
    { name: 'password of a partner', path: to('SalesPartnerPassword') },
    { name: 'password of a partner, sent', path: to('SalesPartnerPassword', { sent: '1' }) },
    {
      name: 'password of a partner, over',
      path: to('SalesPartnerPassword', { t: 'x'.repeat(43) }),
    },
    {
      name: 'orders of a partner, none found',
      path: to('SalesPartnerOrders', { suche: 'ZZZ' }),
      as: 'referrer',
    },
    {
      name: 'commissions of a partner, filtered',
      path: to('SalesPartnerCommissions', { status: 'billed', sortierung: 'Provision' }),
      as: 'referrer',
    },
  ]
}
