import type { FastifyRequest } from 'fastify'
import type { Caller as CallerKind } from '../../contract/endpoint.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { findToken, markUsed, tokenState, type Token } from '../base/token-store.ts'
import type { Caller, Deps, SessionCaller } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { isPasskeyMissing } from './after-password.ts'
import {
  bearerOf,
  cookiesOf,
  recipientCookie,
  referralAsked,
  rewardAsked,
  rewardCookieOf,
  tokenCookies,
} from './cookies.ts'
import type { Kind, Logins } from './kind.ts'
import { findLink, readLinkSession, type LinkKind } from './link-session.ts'
import { readSession, type SessionToken } from './read-session.ts'

/**
 * Identifies the caller. Public calls use a valid customer session if present; others throw their kind's error. Only a missing
 * or dead session is 401, because that logs the client out.
 */
export async function authenticate(
  deps: Deps,
  { kinds, operator }: Logins,
  tenant: Tenant,
  needed: CallerKind,
  request: FastifyRequest,
): Promise<Caller> {
  const bearer = bearerOf(request)
  const cookies = cookiesOf(request)
  const asked = rewardAsked(request)
  const rewardCookie =
    (asked === null ? undefined : cookies[rewardCookieOf(asked)]) ?? cookies[tokenCookies.reward]
  const session = async (caller: SessionCaller['kind']) => {
    const kind = kinds.find((one) => one.caller === caller)
    if (!kind) throw new Error(`No kind of person calls as ${caller}`)
    return readSession(deps, tenant, kind, bearer ?? cookies[kind.cookie], (tx, token) =>
      callerOf(kind, tx, tenant, token, bearer),
    )
  }
  switch (needed) {
    case 'anyone':
      return (await session('referrer')) ?? { kind: 'anyone' }
    case 'reward': {
      const caller = await reward(deps, tenant.code, bearer, rewardCookie, asked)
      if (!caller) throw fail('reward-token-invalid')
      return caller
    }
    case 'referrer-or-reward': {
      // Named, it may be somebody else's than the session.
      const referrer = asked === null ? await session('referrer') : null
      const text = bearer ?? rewardCookie
      const caller = referrer ?? (await reward(deps, tenant.code, bearer, rewardCookie, asked))
      if (caller) return caller
      if (asked !== null) throw fail('reward-token-invalid')
      // An expired session logs out; a reward token concerns its reward only.
      const kind = kinds.find((one) => one.caller === 'referrer')!
      const isSession = bearer
        ? await withTenant(deps.db, tenant.code, (tx) =>
            findToken(tx, tenant.code, kind.session, bearer),
          )
        : cookies[kind.cookie]
      throw fail(!isSession && text ? 'reward-token-invalid' : 'session-missing')
    }
    case 'recipient': {
      const cookie = recipientCookie(cookies, referralAsked(request))
      const token = await linkOf(deps, tenant.code, 'recipient', bearer, cookie)
      if (!token) throw fail('recipient-token-invalid')
      return {
        kind: 'recipient',
        recipientNumber: token.subject,
        tokenId: token.token_id,
        mailed: (token.details as { mailed?: boolean }).mailed === true,
      }
    }
    case 'operator': {
      const caller = await operator.read(deps, tenant.code, {
        bearer,
        cookie: cookies[operator.cookie],
      })
      if (!caller) throw fail('session-missing')
      return caller
    }
    case 'api-key': {
      const now = deps.clock.realNow()
      const token = await apiKey(deps, tenant.code, bearer, now)
      if (!token) throw fail('api-key-invalid')
      // Once an hour: a feed calls often.
      if (!token.used_at || Temporal.Instant.compare(token.used_at, now.subtract({ hours: 1 })) < 0)
        await withTenant(deps.db, tenant.code, (tx) =>
          markUsed(tx, tenant.code, token.token_id, now),
        )
      return {
        kind: 'api-key',
        name: token.subject,
        tokenId: token.token_id,
        // The order feed's key cannot log in.
        mayLogIn: (token.details as { login?: boolean }).login === true,
      }
    }
    default: {
      const caller = await session(needed)
      if (!caller) throw fail('session-missing')
      return caller
    }
  }
}

/** Who calls by a valid session. @param bearer null: by cookie */
export async function callerOf(
  kind: Pick<Kind, 'callerOf'>,
  tx: Tx,
  tenant: Tenant,
  token: SessionToken,
  bearer: string | null,
): Promise<SessionCaller | null> {
  const shown = { tokenId: token.token_id, bearer, expiresAt: token.expires_at }
  const found = await kind.callerOf(tx, tenant.code, token, shown)
  return found && isPasskeyMissing(token) ? Object.assign(found, { passkeyMissing: true }) : found
}

/** The link that a call comes by: as bearer itself (spec section 6), as cookie its session. */
const linkOf = (
  deps: Deps,
  tenant: string,
  kind: LinkKind,
  bearer: string | null,
  cookie: string | undefined,
): Promise<Token | null> =>
  withTenant(deps.db, tenant, (tx) =>
    bearer === null
      ? readLinkSession(tx, deps, tenant, kind, cookie)
      : findLink(tx, deps, tenant, kind, bearer),
  )

async function reward(
  deps: Deps,
  tenant: string,
  bearer: string | null,
  cookie: string | undefined,
  asked: string | null,
): Promise<Caller | null> {
  const link = await linkOf(deps, tenant, 'reward', bearer, cookie)
  if (!link || (asked !== null && link.subject !== asked)) return null
  return {
    kind: 'reward',
    rewardId: link.subject,
    tokenId: link.token_id,
    bySession: link.session_expires_at !== null,
    opensCodes: (link.details as { codes?: boolean }).codes === true,
  }
}

async function apiKey(
  deps: Deps,
  tenant: string,
  text: string | null,
  now: Temporal.Instant,
): Promise<Token | null> {
  if (!text || text.length > 200) return null
  const token = await withTenant(deps.db, tenant, (tx) => findToken(tx, tenant, 'api-key', text))
  return token && tokenState(token, now) === 'valid' ? token : null
}
