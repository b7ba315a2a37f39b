import type { SalesPartnerTerms, Tenant } from '../../domain/tenant.ts'
import { fail } from '../errors.ts'

/** Not found in tenants without sales partners; returns the terms. */
export function needSalesPartners({
  salesPartners,
}: Pick<Tenant, 'salesPartners'>): SalesPartnerTerms {
  if (!salesPartners) throw fail('not-found')
  return salesPartners
}
