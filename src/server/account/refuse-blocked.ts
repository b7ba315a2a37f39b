import { isBlocked } from '../../domain/eligibility.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { fail } from '../errors.ts'
import type { Account } from './store.ts'

/**
 * Throws for a blocked account (spec section 8): general, individual or by the tenant's lists. Only for proven owners: strangers
 * learn nothing.
 */
export function refuseBlocked(
  tenant: Pick<Tenant, 'blockedEmails' | 'accountsBlockedOn'>,
  account: Pick<Account, 'email' | 'blocked_on'>,
): void {
  if (tenant.accountsBlockedOn !== null) throw fail('blocked-general')
  if (account.blocked_on !== null) throw fail('blocked-single')
  const listed = isBlocked(account.email, tenant.blockedEmails)
  if (listed) throw fail(`blocked-${listed}`)
}
