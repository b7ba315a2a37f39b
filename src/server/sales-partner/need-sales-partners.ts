import type { SalesPartnerTerms, Tenant } from '../../domain/tenant.ts'
import { fail } from '../errors.ts'

/** Refuses what only a tenant with sales partners has, as if it did not exist; answers its terms. */
export function needSalesPartners({
  salesPartners,
}: Pick<Tenant, 'salesPartners'>): SalesPartnerTerms {
  if (!salesPartners) throw fail('not-found')
  return salesPartners
}
