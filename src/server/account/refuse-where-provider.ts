import type { Tenant } from '../../domain/tenant.ts'
import { fail } from '../errors.ts'

/** Where the provider logs people in there is no password here, and nobody registers or logs in by one (domain.md section 8). */
export function refuseWhereProvider({ autoLogin }: Pick<Tenant, 'autoLogin'>): void {
  if (autoLogin) throw fail('not-authorised')
}
