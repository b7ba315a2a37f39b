import { randomBytes } from 'node:crypto'
import { countTry, hour, tooManyRequests } from '../base/limits.ts'
import { sameText } from '../base/keys.ts'
import { findToken, issueToken, tokenState, useToken } from '../base/token-store.ts'
import type { Call, Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { OutsideError } from '../gateways/http/outside-error.ts'
import { reasonOf } from '../gateways/single-sign-on/reason-of.ts'
import {
  signedOn,
  SignOnRefused,
  signOnUrl,
  type Claims,
  type SignOnSettings,
} from '../gateways/single-sign-on/sign-on-provider.ts'
import { tokenCookies } from './cookies.ts'

// Single sign-on of agencies and operators. State, nonce and what it is for are stored under the verifier's hash: only the browser that
// began has the verifier, so an answer counts once and there alone.

export const validMinutes = 10
export const perVisitor = 60 // an hour; an office shares one address
const random = () => randomBytes(24).toString('base64url')

type Kept = { state: string; nonce: string; redirectUri: string; issuer: string }
type Begin = Pick<Call, 'deps' | 'tenant' | 'visitor' | 'realNow'>

/** Counts a stranger's sign-ons, outside of what one may roll back. */
async function limitSignOns({ deps, tenant, visitor, realNow }: Begin): Promise<void> {
  const limits = [{ bucket: `sign-on|visitor|${visitor}`, most: perVisitor, windowSeconds: hour }]
  const wait = await withTenant(deps.db, tenant.code, (tx) =>
    countTry(tx, tenant.code, limits, realNow),
  )
  if (wait !== null) throw tooManyRequests(wait)
}

/**
 * Starts a single sign-on at the provider. @param details what it is for; returned by `endSignOn` @param fresh seconds: the login there has
 * to be new @param oldest seconds: a login there that is older is asked for anew @param mark begins the state
 */
export async function beginSignOn(
  call: Begin,
  settings: SignOnSettings,
  {
    redirectUri,
    details,
    fresh,
    oldest,
    mark = '',
  }: { redirectUri: string; details: object; fresh?: number; oldest?: number; mark?: string },
): Promise<{ url: string; verifier: string; validUntil: string }> {
  const { deps, tenant, realNow } = call
  await limitSignOns(call)
  const [state, nonce] = [mark + random(), random()]
  const expiresAt = realNow.add({ minutes: validMinutes })
  const kept: Kept = { state, nonce, redirectUri, issuer: settings.issuer }
  const { text: verifier } = await withTenant(deps.db, tenant.code, (tx) =>
    issueToken(tx, deps.keys, tenant.code, {
      kind: 'single-sign-on',
      subject: settings.clientId,
      now: realNow,
      expiresAt,
      uses: 1,
      details: { ...details, ...kept },
    }),
  )
  try {
    const url = await signOnUrl(
      settings,
      { state, nonce, verifier, redirectUri },
      {
        ...(fresh === undefined ? {} : { freshSeconds: fresh }),
        ...(oldest === undefined ? {} : { oldestSeconds: oldest }),
      },
    )
    return { url: url.href, verifier, validUntil: expiresAt.toString() }
  } catch (error) {
    deps.log.warn({ tenant: tenant.code, reason: reasonOf(error) }, 'single sign-on cannot begin')
    if (error instanceof OutsideError) throw fail('unavailable', { retryAfterSeconds: 30 })
    throw error
  }
}

export type SignOnAnswer = {
  code: string
  verifier?: string | undefined // default: the browser's cookie
  state?: string | undefined
  issuer?: string | undefined
}

/**
 * Takes the started sign-on by its verifier, once, and checks the provider's answer. @param isMeant refuses one that was begun for something
 * else
 */
export async function endSignOn<Details extends object>(
  { deps, tenant, realNow, request }: Pick<Call, 'deps' | 'tenant' | 'realNow' | 'request'>,
  settings: SignOnSettings,
  answer: SignOnAnswer,
  rule: { wanted: string[]; fresh?: number; isMeant?: (details: Details) => boolean },
): Promise<{ claims: Claims; details: Details }> {
  const verifier = answer.verifier ?? request.cookies[tokenCookies.sso] ?? ''
  const kept = await takeBegun<Details>(deps, tenant.code, verifier, realNow)
  // An answer for another sign-on or provider, or started before a change of settings.
  const isMixedUp =
    (answer.state !== undefined && !sameText(answer.state, kept.state)) ||
    (answer.issuer !== undefined && answer.issuer !== settings.issuer) ||
    kept.issuer !== settings.issuer ||
    rule.isMeant?.(kept) === false
  if (isMixedUp) throw fail('not-authorised')
  const { state, nonce, redirectUri } = kept
  try {
    const claims = await signedOn(
      settings,
      { state, nonce, redirectUri, verifier },
      { code: answer.code, state: answer.state ?? null, issuer: answer.issuer ?? null },
      rule.wanted,
      rule.fresh,
    )
    return { claims, details: kept }
  } catch (error) {
    deps.log.warn({ tenant: tenant.code, reason: reasonOf(error) }, 'single sign-on refused')
    if (error instanceof OutsideError) throw fail('unavailable', { retryAfterSeconds: 30 })
    if (error instanceof SignOnRefused) throw fail('not-authorised')
    throw error
  }
}

/** The sign-on started with this verifier, once. */
async function takeBegun<Details>(
  { db }: Pick<Deps, 'db'>,
  tenant: string,
  verifier: string,
  now: Temporal.Instant,
): Promise<Kept & Details> {
  if (verifier === '') throw fail('link-expired')
  return withTenant(db, tenant, async (tx) => {
    const token = await findToken(tx, tenant, 'single-sign-on', verifier)
    const known = tokenState(token, now)
    if (!token || known === 'expired') throw fail('link-expired')
    const taken = known === 'valid' && (await useToken(tx, tenant, token.token_id, now))
    if (!taken) throw fail('token-used')
    return token.details as Kept & Details
  })
}

/** Who somebody is at their provider. The same sub of another provider is another person. */
export const subjectOf = ({ iss, sub }: Pick<Claims, 'iss' | 'sub'>) =>
  `${iss} ${sub}`.slice(0, 500)

/** Without it, providers let people type any address; some send a string. */
export const isEmailVerified = ({ email_verified: said }: Record<string, unknown>) =>
  said === true || said === 'true'
