import type { PageTenant } from '../../contract/page-context.ts'
import type { Tenant } from '../../domain/tenant.ts'

const known = new WeakMap<Tenant, PageTenant>()

/** A tenant's part in every page, one object until its settings change. */
export function pageTenant(tenant: Tenant): PageTenant {
  const part = known.get(tenant) ?? partOf(tenant)
  known.set(tenant, part)
  return part
}

function partOf(tenant: Tenant): PageTenant {
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
