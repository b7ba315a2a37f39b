import { isAgencyPage, isSalesPartnerPage } from '../../contract/page-kinds.ts'
import type { PageTenant } from '../../contract/page-context.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'

const known = new WeakMap<Tenant, Partial<Record<Locale, PageTenant>>>()

/** A tenant's part in every page of a language, one object until its settings change. */
export function pageTenant(tenant: Tenant, locale: Locale): PageTenant {
  const parts = known.get(tenant) ?? {}
  known.set(tenant, parts)
  return (parts[locale] ??= partOf(tenant, locale))
}

/** Of pages that the tenant has. */
const routesOf = ({ routes, agencies, salesPartners }: Tenant) =>
  Object.fromEntries(
    Object.entries(routes).filter(
      ([name]) =>
        (agencies || !isAgencyPage(name)) && (salesPartners !== null || !isSalesPartnerPage(name)),
    ),
  )

function partOf(tenant: Tenant, locale: Locale): PageTenant {
  const { headline, teaser, steps } = tenant.home
  return {
    code: tenant.code,
    name: tenant.name,
    legalName: tenant.legalName,
    locales: tenant.locales,
    address: tenant.address,
    theme: tenant.theme,
    routes: routesOf(tenant),
    contact: {
      email: tenant.contact.email,
      phone: tenant.contact.phone,
      hours: tenant.contact.hours[locale],
    },
    home: {
      headline: headline[locale],
      teaser: teaser[locale],
      steps: steps.map(({ title, text }) => ({ title: title[locale], text: text[locale] })),
    },
    shares: tenant.shares,
    defaultShare: tenant.defaultShare,
    capExcess: tenant.cap.excess,
    channels: tenant.channels,
    facebookId: String(tenant.flags.FacebookId ?? ''),
    termsByButton: tenant.termsByButton,
    imprintElsewhere: tenant.imprintElsewhere,
    termsVersion: tenant.legal.termsVersion,
    companyReferral: tenant.companyReferral,
    agentReferral: tenant.agentReferral,
    showsCategories: tenant.showsCategories,
    employeesOnly: tenant.emailWhitelist !== null,
    asksAge: tenant.emailWhitelist === null,
    offlineCode: tenant.offlineCode,
    newsletter: tenant.newsletter,
    forcedLogin: tenant.forcedLogin,
    entryPage: tenant.entryPage,
    autoLogin: tenant.autoLogin,
    providerUrl: tenant.providerUrl,
    providerLogin: tenant.autoLogin ? tenant.providerLogin : null,
    frame: tenant.frame,
    germanIbansOnly: tenant.acceptedIbans === 'german',
    referralDays: tenant.referralDays,
    unclaimedDays: tenant.unclaimedDays,
    storesBankData: tenant.storesBankData,
    customerNumbers: tenant.customerNumberPattern !== null,
    recipientFields: tenant.recipientFields,
    recipientTerms: tenant.recipientTerms,
    exitIntent: tenant.exitIntent,
    cookieCategories: tenant.cookieCategories,
    agencies: tenant.agencies,
    salesPartners: tenant.salesPartners !== null,
    singleSignOn: tenant.agencies && tenant.sso !== null,
  }
}
