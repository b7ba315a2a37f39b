import { isBlocked } from '../../domain/eligibility.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { fail } from '../errors.ts'
import type { Account } from './store.ts'

/**
 * Refuses an account that may not take part (spec section 8): all of the tenant's (general), this one, or its address by the tenant's
 * lists. For callers who have proven that the account is theirs: strangers learn nothing of it.
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
