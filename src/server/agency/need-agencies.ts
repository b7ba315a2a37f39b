import type { Tenant } from '../../domain/tenant.ts'
import { fail } from '../errors.ts'

/** Not found in tenants without agencies. */
export function needAgencies(tenant: Pick<Tenant, 'agencies'>): void {
  if (!tenant.agencies) throw fail('not-found')
}
