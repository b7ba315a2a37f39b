import type { MailTenant } from '../../contract/page-context.ts'
import { companyLines } from '../../domain/company.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import { pageUrl, tenantOrigin } from '../tenant/tenant-origin.ts'

/** A tenant's fields used in mails. */
export const mailTenant = (
  publicOrigin: string,
  tenant: Tenant,
  locale: Locale,
  pictures: MailTenant['pictures'],
): MailTenant => ({
  code: tenant.code,
  name: tenant.name,
  legalName: tenant.legalName,
  address: tenant.address,
  theme: tenant.theme,
  imprintLine: [
    tenant.legalName,
    tenant.contact.street,
    `${tenant.contact.zip} ${tenant.contact.city}`.trim(),
  ]
    .filter(Boolean)
    .join(', '),
  particulars: tenant.company ? companyLines(tenant.company, locale) : [],
  contact: { email: tenant.contact.email, phone: tenant.contact.phone },
  origin: tenantOrigin(publicOrigin, tenant),
  imprint: pageOf(publicOrigin, tenant, locale, 'Imprint'),
  privacy: pageOf(publicOrigin, tenant, locale, 'Privacy'),
  pictures,
})

/** Null without such a page: the console has none. */
const pageOf = (
  publicOrigin: string,
  tenant: Tenant,
  locale: Locale,
  page: 'Imprint' | 'Privacy',
): string | null => (tenant.routes[page] ? pageUrl(publicOrigin, tenant, locale, page) : null)
