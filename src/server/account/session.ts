import type { z } from 'zod'
import type { currentUser } from '../../contract/account.ts'
import type { Kind, Session } from '../access/kind.ts'
import { startSession } from '../access/start-session.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { keepGeneralBlock } from '../tenant/store.ts'
import { lockPerson, type Account } from './store.ts'

export const supportHours = 2
/** Nobody can log out of a session by the provider's login here, so it ends the same day. */
export const providerHours = 12
/** Hours in which a session by link may set the first password: a stolen one is worth little the next day. */
export const freshHours = 24

/** Blocked accounts are refused, individually or generally. */
export const customerSession: Pick<Kind<Account>, 'caller' | 'session' | 'keep'> = {
  caller: 'referrer',
  session: 'user-session',
  async keep(tx, tenant, id, support) {
    const [account, allBlockedOn] = await together([
      () => lockPerson(tx, tenant, id),
      () => keepGeneralBlock(tx, tenant),
    ])
    if (allBlockedOn !== null && !support) throw fail('blocked-general')
    if (account?.blocked_on && !support) throw fail('blocked-single')
    return account
  },
}

/**
 * Opens a session without password: for support, marked in the token and every audit row (`operator`: who requested it, in which
 * session); by mailed link, without access to money (context.ts); by the provider's login, ended by its API key.
 */
export function openSession(
  tx: Tx,
  deps: Pick<Deps, 'keys' | 'clock'>,
  tenant: string,
  accountId: string,
  by: {
    support?: boolean
    operator?: string
    operatorSession?: string
    byLink?: boolean
    byProvider?: boolean
    apiKey?: string
    device?: string
  } = {},
): Promise<Session<Account>> {
  const { device = '' } = by
  const open = (options: Parameters<typeof startSession>[5]) =>
    startSession(tx, deps, tenant, customerSession, accountId, { ...options, device })
  if (by.support) {
    const { operator = null, operatorSession } = by
    const details = { support: true, operator, operatorSession }
    return open({ support: true, hours: supportHours, details })
  }
  if (by.byProvider)
    return open({ hours: providerHours, details: by.apiKey ? { apiKey: by.apiKey } : {} })
  if (!by.byLink) return open({})
  const freshUntil = deps.clock.realNow().add({ hours: freshHours })
  return open({ details: { freshUntil: freshUntil.toString() } })
}

/** The current user on the wire; `token` is null unless sent as bearer. */
export function userView(
  account: Account,
  session: { token: string | null; expiresAt: Temporal.Instant; support: boolean },
): z.output<typeof currentUser> {
  return {
    email: account.email,
    salutation: account.salutation,
    firstName: account.first_name,
    lastName: account.last_name,
    referrerHash: account.referrer_hash,
    token: session.token,
    tokenValidUntil: session.expiresAt.toString(),
    newsletterOptedIn: account.newsletter_opted_in_at !== null,
    newsletterMailSentAt: account.newsletter_mail_sent_at?.toString() ?? null,
    language: account.language,
    supportAccess: session.support,
  }
}
