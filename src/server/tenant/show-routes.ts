import { isAgencyPage } from '../../contract/pages.ts'
import * as contract from '../../contract/route.ts'
import { serve } from '../serve.ts'

const listed = (routes: Record<string, string>, agency: boolean) =>
  Object.entries(routes)
    .filter(([name]) => isAgencyPage(name) === agency)
    .map(([name, path]) => ({ name, path }))

export const showRoutes = serve(contract.showRoutes, async ({ tenant }) => ({
  defaultLanguage: 'de',
  languages: tenant.locales,
  routes: listed(tenant.routes, false),
}))

/** The agency area's pages are additional ones of the tenants that have it (spec section 2.2). */
export const showAdditionalRoutes = serve(contract.showAdditionalRoutes, async ({ tenant }) => [
  ...tenant.additionalRoutes,
  ...(tenant.agencies ? listed(tenant.routes, true) : []),
])
