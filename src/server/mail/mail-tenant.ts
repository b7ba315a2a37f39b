import type { MailTenant } from '../../contract/page-context.ts'
import type { Tenant } from '../../domain/tenant.ts'

/** The part of a tenant that stands in its mails; `origin` is where its pages are. */
export const mailTenant = (tenant: Tenant, origin: string): MailTenant => ({
  code: tenant.code,
  name: tenant.name,
  legalName: tenant.legalName,
  address: tenant.address,
  theme: tenant.theme,
  imprintLine: `${tenant.legalName}, ${tenant.contact.street}, ${tenant.contact.zip} ${tenant.contact.city}`,
  contact: { email: tenant.contact.email, phone: tenant.contact.phone },
  origin,
})
