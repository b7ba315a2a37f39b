import type { Tenant } from '../../domain/tenant.ts'
import { fail } from '../errors.ts'

/** With the provider's login, nobody registers or logs in by password (domain.md section 8). */
export function refuseWhereProvider({ autoLogin }: Pick<Tenant, 'autoLogin'>): void {
  if (autoLogin) throw fail('not-authorised')
}
