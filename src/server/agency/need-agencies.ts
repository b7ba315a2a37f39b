import type { Tenant } from '../../domain/tenant.ts'
import { fail } from '../errors.ts'

/** Refuses what only a tenant with agencies has, as if it did not exist. */
export function needAgencies(tenant: Pick<Tenant, 'agencies'>): void {
  if (!tenant.agencies) throw fail('not-found')
}
