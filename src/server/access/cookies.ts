import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'

/** Tokens that no session is behind; those of sessions are in src/server/kinds.ts. */
export const tokenCookies = {
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

export type Cookies = Record<string, string | undefined>

export const cookiesOf = (request: FastifyRequest): Cookies =>
  (request as FastifyRequest & { cookies?: Cookies }).cookies ?? {}

/** The recipient cookie of one referral (spec section 4); `tokenCookies.recipient` is that of the last one. */
export const recipientCookieOf = (referral: string) => `${tokenCookies.recipient}_${referral}`
export const isRecipientCookie = (name: string) =>
  name === tokenCookies.recipient || /^zs_recipient_[0-9A-Z]{16}$/.test(name)

/** The token of a referral's own cookie, else of the last referral that this device accepted. */
export const recipientCookie = (cookies: Cookies, referral: string | null): string | undefined =>
  (referral === null ? undefined : cookies[recipientCookieOf(referral)]) ??
  cookies[tokenCookies.recipient]

/**
 * The recipient cookies that a call was refused with: they open nothing any more, and are removed (spec section 4). None where the
 * caller brought a bearer.
 */
export function deadRecipientCookies(request: FastifyRequest): string[] {
  if (bearerOf(request)) return []
  const cookies = cookiesOf(request)
  const used = recipientCookie(cookies, referralAsked(request))
  return Object.keys(cookies).filter((name) => isRecipientCookie(name) && cookies[name] === used)
}

/** The session cookies of this device, where a call was refused for want of a session: all users are logged out (spec section 8). */
export function sessionCookies(
  kinds: readonly { cookie: string }[],
  request: FastifyRequest,
): string[] {
  if (bearerOf(request)) return []
  const cookies = cookiesOf(request)
  return kinds.map(({ cookie }) => cookie).filter((name) => cookies[name] !== undefined)
}

/** Which of several referrals a recipient's call is about (`?empfehlung=`); the handlers themselves go by the token. */
export function referralAsked({ query }: FastifyRequest): string | null {
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
