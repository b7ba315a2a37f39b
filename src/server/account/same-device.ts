import { normaliseEmail } from '../../domain/email.ts'
import { cookieOptions, referrerCookie } from '../access/cookies.ts'
import type { Call } from '../context.ts'
import type { Account } from './store.ts'

// A keyed hash of the address alone: it is set whether or not the address has an account, and opens nothing.
const markOf = (tenant: string, email: string) => `typed-here|${tenant}|${normaliseEmail(email)}`

/** Remembers, until the browser is closed, that this address was typed on this device, so that its mailed button asks no second time. */
export function rememberDevice(
  { deps, tenant, reply }: Pick<Call, 'deps' | 'tenant' | 'reply'>,
  email: string,
): void {
  const value = deps.keys.lookup(markOf(tenant.code, email))
  reply.setCookie(referrerCookie, value, cookieOptions(deps.publicOrigin))
}

/** Whether whoever brings a mailed link sits where its address was typed, or is logged in as its owner. Programs that open links for mailboxes do neither. */
export function isSameDevice(
  { deps, tenant, request, caller }: Pick<Call, 'deps' | 'tenant' | 'request' | 'caller'>,
  account: Account,
): boolean {
  if (caller.kind === 'referrer' && !caller.support && caller.accountId === account.account_id)
    return true
  const mark = request.cookies[referrerCookie]
  const wanted = markOf(tenant.code, account.email)
  return mark !== undefined && deps.keys.proofs(wanted).includes(mark)
}
