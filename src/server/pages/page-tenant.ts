import type { PageTenant } from '../../contract/page-context.ts'
import type { Tenant } from '../../domain/tenant.ts'

/** The part of a tenant that travels in every page. */
export function pageTenant(tenant: Tenant): PageTenant {
  return {
    code: tenant.code,
    name: tenant.name,
    legalName: tenant.legalName,
    locales: tenant.locales,
    address: tenant.address,
    theme: tenant.theme,
    routes: tenant.routes,
    contact: {
      email: tenant.contact.email,
      phone: tenant.contact.phone,
      hours: tenant.contact.hours,
    },
    home: tenant.home,
    shares: tenant.shares,
    defaultShare: tenant.defaultShare,
    channels: tenant.channels,
    facebookId: String(tenant.flags.FacebookId ?? ''),
    termsByButton: tenant.termsByButton,
    imprintElsewhere: tenant.imprintElsewhere,
    termsVersion: tenant.legal.termsVersion,
    companyReferral: tenant.companyReferral,
    agentReferral: tenant.agentReferral,
    showsCategories: tenant.showsCategories,
    employeesOnly: tenant.emailWhitelist !== null,
    asksAge: tenant.emailWhitelist === null && !tenant.companyReferral,
    offlineCode: tenant.offlineCode,
    newsletter: tenant.newsletter,
    forcedLogin: tenant.forcedLogin,
    entryPage: tenant.entryPage,
    autoLogin: tenant.autoLogin,
    providerUrl: tenant.providerUrl,
    frame: tenant.frame,
    germanIbansOnly: tenant.acceptedIbans === 'german',
    referralDays: tenant.referralDays,
    storesBankData: tenant.storesBankData,
    customerNumbers: tenant.customerNumberPattern !== null,
    recipientFields: tenant.recipientFields,
    exitIntent: tenant.exitIntent,
    cookieCategories: tenant.cookieCategories,
    agencies: tenant.agencies,
    singleSignOn: tenant.agencies && tenant.sso !== null,
  }
}
