import { isAgencyPage, isSalesPartnerPage } from '../../contract/page-kinds.ts'
import * as contract from '../../contract/route.ts'
import { defaultLocale } from '../../domain/tenant.ts'
import { serve } from '../serve.ts'

const isAdditional = (name: string) => isAgencyPage(name) || isSalesPartnerPage(name)

const listed = (routes: Record<string, string>, which: (name: string) => boolean) =>
  Object.entries(routes)
    .filter(([name]) => which(name))
    .map(([name, path]) => ({ name, path }))

const termsOf = (routes: Record<string, string>) =>
  listed(routes, (name) => name === 'TOS').map(({ path }) => ({ name: 'ParticipationTerms', path }))

export const showRoutes = serve(contract.showRoutes, async ({ tenant }) => ({
  defaultLanguage: defaultLocale(tenant.locales),
  languages: tenant.locales,
  routes: listed(tenant.routes, (name) => !isAdditional(name)),
}))

/**
 * Pages of agencies and sales partners, for tenants with them, and the terms of participation, which sellers hand out (spec
 * section 2.2).
 */
export const showAdditionalRoutes = serve(contract.showAdditionalRoutes, async ({ tenant }) => [
  ...tenant.additionalRoutes,
  ...(tenant.agencies || tenant.salesPartners ? termsOf(tenant.routes) : []),
  ...(tenant.agencies ? listed(tenant.routes, isAgencyPage) : []),
  ...(tenant.salesPartners ? listed(tenant.routes, isSalesPartnerPage) : []),
])
