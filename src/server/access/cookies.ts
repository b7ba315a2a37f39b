import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'

/** Tokens without a session; session cookies are in src/server/kinds.ts. */
export const tokenCookies = {
  sso: 'zs_sso', // secret of a pending sign-on
  second: 'zs_second', // of a right password that waits for the passkey
  reward: 'zs_reward',
  recipient: 'zs_recipient',
  address: 'zs_address', // that its mailbox was read in this browser
} as const

/** Marks a device where an address was typed (account/same-device.ts); no access. */
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

/** The recipient cookie of one referral (spec section 4); `tokenCookies.recipient` is the last one's. */
export const recipientCookieOf = (referral: string) => `${tokenCookies.recipient}_${referral}`
export const isRecipientCookie = (name: string) =>
  name === tokenCookies.recipient || /^zs_recipient_[0-9A-Z]{16}$/.test(name)

/** The session of the referral's cookie; without a referral, of the last one. */
export const recipientCookie = (cookies: Cookies, referral: string | null): string | undefined =>
  cookies[referral === null ? tokenCookies.recipient : recipientCookieOf(referral)]

/** The cookie of one reward; `tokenCookies.reward` is that of the one opened last. */
export const rewardCookieOf = (rewardId: string) => `${tokenCookies.reward}_${rewardId}`
export const isRewardCookie = (name: string) =>
  name === tokenCookies.reward || /^zs_reward_[0-9a-f-]{36}$/.test(name)

/** Dead recipient cookies of a refused call, to be removed (spec section 4). None for a bearer. */
export function deadRecipientCookies(request: FastifyRequest): string[] {
  if (bearerOf(request)) return []
  const cookies = cookiesOf(request)
  const used = recipientCookie(cookies, referralAsked(request))
  return Object.keys(cookies).filter((name) => isRecipientCookie(name) && cookies[name] === used)
}

/** This device's session cookies after a refusal for lack of a session: all users are logged out (spec section 8). */
export function sessionCookies(
  kinds: readonly { cookie: string }[],
  request: FastifyRequest,
): string[] {
  if (bearerOf(request)) return []
  const cookies = cookiesOf(request)
  return kinds.map(({ cookie }) => cookie).filter((name) => cookies[name] !== undefined)
}

/** The referral of a recipient's call (`?empfehlung=`); handlers use the token. */
export function referralAsked({ query }: FastifyRequest): string | null {
  const { empfehlung } = (query ?? {}) as Record<string, unknown>
  return typeof empfehlung === 'string' ? empfehlung.trim().toUpperCase() : null
}

/** The reward that a call is about (`?praemierung=`); null: the one opened last. */
export function rewardAsked({ query }: FastifyRequest): string | null {
  const { praemierung } = (query ?? {}) as Record<string, unknown>
  return praemierung ? String(praemierung).trim().toLowerCase() : null
}

/**
 * Bearer of `Authorization`, else `X-Authorization` (for proxies that strip the first), or null. A malformed one is returned; it
 * opens nothing.
 */
export function bearerOf(request: FastifyRequest): string | null {
  for (const header of [request.headers.authorization, request.headers['x-authorization']]) {
    const match = typeof header === 'string' ? /^Bearer\s+(\S.*)$/i.exec(header.trim()) : null
    if (match) return match[1]!
  }
  return null
}
