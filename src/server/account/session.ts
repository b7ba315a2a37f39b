import type { z } from 'zod'
import type { currentUser } from '../../contract/account.ts'
import { issueToken } from '../base/token-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { keepGeneralBlock } from '../tenant/store.ts'
import { lockPerson, type Account } from './store.ts'

export type Session = {
  token: string
  tokenId: string
  expiresAt: Temporal.Instant
  support: boolean
}

export const sessionDays = 14
const supportHours = 2
/** Nobody can log out here of what the provider's login opened, so it ends by itself with the day. */
const providerHours = 12
/** How long after its opening a session by link may choose the first password: a stolen one is worth little the next day. */
const freshHours = 24

/**
 * Opens a session: 14 days of real time, 2 hours for support. A support session says so in its token, and with it in every
 * audit row; `operator` names who asked for it. A session `byLink` says so, too: it may not touch money (context.ts). Refuses a blocked account, alone or with all of the tenant, also one that is being
 * blocked at this moment; support may look.
 */
export async function openSession(
  tx: Tx,
  deps: Pick<Deps, 'keys' | 'clock'>,
  tenant: string,
  accountId: string,
  options: {
    support?: boolean
    operator?: string
    byLink?: boolean
    byProvider?: boolean
    passwordHash?: string | null // what the password was compared with, which must be the account's still
    apiKey?: string // the key of the provider's login: who revokes it ends the session
  } = {},
): Promise<Session> {
  const now = deps.clock.realNow()
  const support = options.support === true
  const [account, allBlockedOn] = await together([
    () => lockPerson(tx, tenant, accountId),
    () => keepGeneralBlock(tx, tenant),
  ])
  if (allBlockedOn !== null && !support) throw fail('blocked-general')
  if (account?.blocked_on && !support) throw fail('blocked-single')
  if (options.passwordHash !== undefined && options.passwordHash !== account?.password_hash)
    throw fail('wrong-credentials')
  const hours = support ? supportHours : options.byProvider ? providerHours : sessionDays * 24
  const expiresAt = now.add({ hours })
  const { id, text } = await issueToken(tx, deps.keys, tenant, {
    kind: 'user-session',
    subject: accountId,
    now,
    expiresAt,
    uses: null,
    ...(support ? { details: { support, operator: options.operator ?? null } } : {}),
    ...(options.apiKey ? { details: { apiKey: options.apiKey } } : {}),
    ...(options.byLink
      ? { details: { freshUntil: now.add({ hours: freshHours }).toString() } }
      : {}),
  })
  return { token: text, tokenId: id, expiresAt, support }
}

/** The current user on the wire; `token` is null where the caller did not present it as a bearer. */
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
