import { isBlocked } from '../../domain/eligibility.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { findEmail, type Account } from './store.ts'

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
  refuseListed(tenant, account.email)
}

/** Throws for an address on the tenant's lists. */
export function refuseListed(tenant: Pick<Tenant, 'blockedEmails'>, email: string): void {
  const listed = isBlocked(email, tenant.blockedEmails)
  if (listed) throw fail(`blocked-${listed}`)
}

/** Whether the account's address is on the tenant's lists; reads nothing where these are empty. */
export async function isListedAccount(
  tx: Tx,
  { code, blockedEmails }: Pick<Tenant, 'code' | 'blockedEmails'>,
  id: string,
): Promise<boolean> {
  if (blockedEmails.single.length + blockedEmails.wildcard.length === 0) return false
  const email = await findEmail(tx, code, id)
  return email !== undefined && isBlocked(email, blockedEmails) !== null
}
