import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import type { Caller as CallerKind } from '../contract/endpoint.ts'
import { roleOf } from './agency/role-of.ts'
import { findAgencySession } from './agency/session-store.ts'
import { findToken, tokenState, type Token, type TokenKind } from './base/token-store.ts'
import type { Caller, Deps, LinkSession } from './context.ts'
import { withTenant } from './db/connection.ts'
import { fail } from './errors.ts'
import { findPartnerSession } from './sales-partner/store.ts'

export const cookieNames = {
  user: 'zs_user',
  agency: 'zs_agency',
  'sales-partner': 'zs_partner',
  sso: 'zs_sso', // the sign-on under way: its secret, until the provider leads back
  reward: 'zs_reward',
  recipient: 'zs_recipient',
} as const

/** Tells that an address was typed on this device (account/same-device.ts); lets nobody in. */
export const referrerCookie = 'zs_referrer'

export const cookieOptions = (publicOrigin: string): CookieSerializeOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: publicOrigin.startsWith('https:'),
})

/** Who can be logged in on a device, side by side. */
export const sessionKinds = ['user', 'agency', 'sales-partner'] as const

export type Cookies = Record<string, string | undefined>

/** The recipient cookie of one referral (spec section 4); `cookieNames.recipient` is that of the last one. */
export const recipientCookieOf = (referral: string) => `${cookieNames.recipient}_${referral}`
export const isRecipientCookie = (name: string) =>
  name === cookieNames.recipient || /^zs_recipient_[0-9A-Z]{16}$/.test(name)

/** The token of a referral's own cookie, else of the last referral that this device accepted. */
export const recipientCookie = (cookies: Cookies, referral: string | null): string | undefined =>
  (referral === null ? undefined : cookies[recipientCookieOf(referral)]) ??
  cookies[cookieNames.recipient]

/**
 * The recipient cookies that a call was refused with: they open nothing any more, and are removed (spec section 4). None where the
 * caller brought a bearer.
 */
export function deadRecipientCookies(request: FastifyRequest): string[] {
  if (bearerOf(request)) return []
  const cookies = (request as FastifyRequest & { cookies?: Cookies }).cookies ?? {}
  const used = recipientCookie(cookies, referralAsked(request))
  return Object.keys(cookies).filter((name) => isRecipientCookie(name) && cookies[name] === used)
}

/** The session cookies of this device, where a call was refused for want of a session: all users are logged out (spec section 8). */
export function sessionCookies(request: FastifyRequest): string[] {
  if (bearerOf(request)) return []
  const cookies = (request as FastifyRequest & { cookies?: Cookies }).cookies ?? {}
  return sessionKinds.map((kind) => cookieNames[kind]).filter((name) => cookies[name] !== undefined)
}

/** Which of several referrals a recipient's call is about (`?empfehlung=`); the handlers themselves go by the token. */
function referralAsked({ query }: FastifyRequest): string | null {
  const { empfehlung } = (query ?? {}) as Record<string, unknown>
  return typeof empfehlung === 'string' ? empfehlung.trim().toUpperCase() : null
}

/** Bearer of `Authorization`, else of `X-Authorization` (for proxies that strip the first); null when there is none. A broken one is one: it opens nothing. */
export function bearerOf(request: FastifyRequest): string | null {
  for (const header of [request.headers.authorization, request.headers['x-authorization']]) {
    const match = typeof header === 'string' ? /^Bearer\s+(\S.*)$/i.exec(header.trim()) : null
    if (match) return match[1]!
  }
  return null
}

/**
 * Finds out who calls. A call that needs nobody takes a user session along if there is a valid one; the others refuse with
 * the error of their kind. Only a missing or dead session answers 401, because a 401 logs the client out.
 */
export async function authenticate(
  deps: Deps,
  tenant: string,
  needed: CallerKind,
  request: FastifyRequest,
): Promise<Caller> {
  const bearer = bearerOf(request)
  const cookies = (request as FastifyRequest & { cookies?: Cookies }).cookies ?? {}
  switch (needed) {
    case 'anyone':
      return (await user(deps, tenant, bearer, cookies)) ?? { kind: 'anyone' }
    case 'referrer': {
      const caller = await user(deps, tenant, bearer, cookies)
      if (!caller) throw fail('session-missing')
      return caller
    }
    case 'agency': {
      const caller = await agency(deps, tenant, bearer, cookies)
      if (!caller) throw fail('session-missing')
      return caller
    }
    case 'sales-partner': {
      const caller = await salesPartner(deps, tenant, bearer, cookies)
      if (!caller) throw fail('session-missing')
      return caller
    }
    case 'reward': {
      const caller = await reward(deps, tenant, bearer ?? cookies[cookieNames.reward])
      if (!caller) throw fail('reward-token-invalid')
      return caller
    }
    case 'referrer-or-reward': {
      const session = await user(deps, tenant, bearer, cookies)
      // The link of a reward may do more with money than a session that a link opened.
      const caller =
        session && !session.byLink
          ? session
          : ((await reward(deps, tenant, bearer ?? cookies[cookieNames.reward])) ?? session)
      if (caller) return caller
      // A session that is over logs out; the token of a reward is about that reward alone.
      const isSession = bearer
        ? await withTenant(deps.db, tenant, (tx) => findToken(tx, tenant, 'user-session', bearer))
        : cookies[cookieNames.user]
      const isReward = !isSession && (bearer ?? cookies[cookieNames.reward])
      throw fail(isReward ? 'reward-token-invalid' : 'session-missing')
    }
    case 'recipient': {
      const token = await valid(
        deps,
        tenant,
        'recipient',
        bearer ?? recipientCookie(cookies, referralAsked(request)),
        deps.clock.now(),
      )
      if (!token) throw fail('recipient-token-invalid')
      return {
        kind: 'recipient',
        recipientNumber: token.subject,
        tokenId: token.token_id,
        mailed: (token.details as { mailed?: boolean }).mailed === true,
      }
    }
    case 'api-key': {
      const token = await valid(deps, tenant, 'api-key', bearer, deps.clock.realNow())
      if (!token) throw fail('api-key-invalid')
      return {
        kind: 'api-key',
        name: token.subject,
        tokenId: token.token_id,
        // The key of the order feed lets nobody in.
        mayLogIn: (token.details as { login?: boolean }).login === true,
      }
    }
  }
}

/** What a session's token says about the link that opened it; null where a password did, or the provider's login. */
export function linkSessionOf({ details }: Pick<Token, 'details'>): LinkSession | null {
  const { freshUntil } = details as { freshUntil?: string }
  return freshUntil === undefined ? null : { freshUntil: Temporal.Instant.from(freshUntil) }
}

async function user(
  deps: Deps,
  tenant: string,
  bearer: string | null,
  cookies: Cookies,
): Promise<Extract<Caller, { kind: 'referrer' }> | null> {
  const text = bearer ?? cookies[cookieNames.user]
  const token = await valid(deps, tenant, 'user-session', text, deps.clock.realNow())
  if (!token?.expires_at) return null
  return {
    kind: 'referrer',
    accountId: token.subject,
    tokenId: token.token_id,
    support: (token.details as { support?: boolean }).support === true,
    byLink: linkSessionOf(token),
    bearer,
    expiresAt: token.expires_at,
  }
}

/** Who is at work for an agency. User and agency are read with the token, so who left is nobody at the very next call. */
async function agency(
  deps: Deps,
  tenant: string,
  bearer: string | null,
  cookies: Cookies,
): Promise<Caller | null> {
  const text = bearer ?? cookies[cookieNames.agency]
  if (!text || text.length > 200) return null
  const found = await withTenant(deps.db, tenant, (tx) => findAgencySession(tx, tenant, text))
  if (!found?.expires_at || tokenState(found, deps.clock.realNow()) !== 'valid') return null
  const role = roleOf(found)
  if (!role) return null
  return {
    kind: 'agency',
    userId: found.user_id,
    agencyId: found.agency_id,
    role,
    tokenId: found.token_id,
    bearer,
    expiresAt: found.expires_at,
  }
}

/** A sales partner. The partner is read with the token, so one whose account was closed is nobody at the very next call. */
async function salesPartner(
  deps: Deps,
  tenant: string,
  bearer: string | null,
  cookies: Cookies,
): Promise<Caller | null> {
  const text = bearer ?? cookies[cookieNames['sales-partner']]
  if (!text || text.length > 200) return null
  const found = await withTenant(deps.db, tenant, (tx) => findPartnerSession(tx, tenant, text))
  if (!found?.expires_at || tokenState(found, deps.clock.realNow()) !== 'valid') return null
  if (found.state === 'closed') return null
  return {
    kind: 'sales-partner',
    partnerId: found.partner_id,
    tokenId: found.token_id,
    bearer,
    expiresAt: found.expires_at,
  }
}

async function reward(
  deps: Deps,
  tenant: string,
  text: string | null | undefined,
): Promise<Caller | null> {
  const token = await valid(deps, tenant, 'reward', text, deps.clock.now())
  if (!token) return null
  const until = token.session_expires_at
  if (until && Temporal.Instant.compare(until, deps.clock.realNow()) <= 0) return null
  return {
    kind: 'reward',
    rewardId: token.subject,
    tokenId: token.token_id,
    bySession: until !== null,
  }
}

async function valid(
  deps: Deps,
  tenant: string,
  kind: TokenKind,
  text: string | null | undefined,
  now: Temporal.Instant,
): Promise<Token | null> {
  if (!text || text.length > 200) return null
  const token = await withTenant(deps.db, tenant, (tx) => findToken(tx, tenant, kind, text))
  return token && tokenState(token, now) === 'valid' ? token : null
}
