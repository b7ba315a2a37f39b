import { normaliseEmail } from '../../domain/email.ts'
import { cookieOptions, referrerCookie } from '../access/cookies.ts'
import type { Call } from '../context.ts'
import type { Account } from './store.ts'

// A keyed hash of the address only: independent of accounts, and opens nothing.
const markOf = (tenant: string, email: string) => `typed-here|${tenant}|${normaliseEmail(email)}`

/** Remembers for the browser session that this address was typed on this device, so that its mailed button does not ask again. */
export function rememberDevice(
  { deps, tenant, reply }: Pick<Call, 'deps' | 'tenant' | 'reply'>,
  email: string,
): void {
  const value = deps.keys.lookup(markOf(tenant.code, email))
  reply.setCookie(referrerCookie, value, cookieOptions(deps.publicOrigin))
}

/** Whether a mailed link is opened where its address was typed or its owner is logged in; mail scanners are neither. */
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
