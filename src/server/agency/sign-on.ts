import { signOn as endpoint } from '../../contract/agentur-sso.ts'
import { tokenCookies } from '../access/cookies.ts'
import { startSession } from '../access/start-session.ts'
import { audit } from '../base/audit-store.ts'
import { sameText } from '../base/keys.ts'
import { findToken, tokenState, useToken } from '../base/token-store.ts'
import type { Call } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { OutsideError } from '../gateways/http/outside-error.ts'
import {
  signedOn,
  SignOnRefused,
  type Claims,
} from '../gateways/single-sign-on/sign-on-provider.ts'
import { reasonOf } from '../gateways/single-sign-on/reason-of.ts'
import { serve } from '../serve.ts'
import { findPerson } from './find-person.ts'
import { agencyUser } from './agency-user.ts'
import { agencyUserView } from './session.ts'
import { signOnSettings } from './sign-on-settings.ts'

type Kept = {
  state: string
  nonce: string
  redirectUri: string
  issuer: string
  target: string | null
}

/**
 * Completes a single sign-on: takes the started one by its verifier, once, checks the provider's answer and finds the person by
 * the claim rule.
 */
export const signOn = serve(endpoint, async (call) => {
  const { deps, tenant, body } = call
  const settings = await signOnSettings(call)
  const verifier = body.verifier ?? call.request.cookies[tokenCookies.sso] ?? ''
  const kept = await takeBegun(call, verifier)
  // An answer for another sign-on or provider, or started before a change of settings.
  const mixedUp =
    (body.state !== undefined && !sameText(body.state, kept.state)) ||
    (body.issuer !== undefined && body.issuer !== settings.issuer) ||
    kept.issuer !== settings.issuer
  if (mixedUp) throw fail('not-authorised')
  const { state, nonce, redirectUri } = kept
  const claims = await ask(call, () =>
    signedOn(
      settings,
      { state, nonce, redirectUri, verifier },
      { code: body.code, state: body.state ?? null, issuer: body.issuer ?? null },
      [...Object.values(settings.claim), 'email_verified'],
    ),
  )
  const session = await call.transaction(async (tx) => {
    const userId = await findPerson(tx, tenant.code, settings, claims, {
      now: call.now,
      language: call.locale,
    })
    if (!userId) throw fail('not-authorised', { details: { Grund: 'unbekannt' } })
    const opened = await startSession(tx, deps, tenant.code, agencyUser, userId)
    await audit(tx, tenant.code, {
      at: call.now,
      actor: { kind: 'agency-user', id: userId },
      action: 'log-in',
      subjectKind: 'agency-user',
      subjectId: userId,
      details: { by: 'single-sign-on' },
    })
    return opened
  })
  return { user: agencyUserView(session.person, session), target: kept.target }
})

/** The sign-on started with this verifier, once. */
async function takeBegun(
  { deps, tenant, realNow }: Pick<Call, 'deps' | 'tenant' | 'realNow'>,
  verifier: string,
): Promise<Kept> {
  if (verifier === '') throw fail('link-expired')
  return withTenant(deps.db, tenant.code, async (tx) => {
    const token = await findToken(tx, tenant.code, 'single-sign-on', verifier)
    const known = tokenState(token, realNow)
    if (!token || known === 'expired') throw fail('link-expired')
    const taken = known === 'valid' && (await useToken(tx, tenant.code, token.token_id, realNow))
    if (!taken) throw fail('token-used')
    return token.details as Kept
  })
}

async function ask(
  { deps, tenant }: Pick<Call, 'deps' | 'tenant'>,
  work: () => Promise<Claims>,
): Promise<Claims> {
  try {
    return await work()
  } catch (error) {
    deps.log.warn({ tenant: tenant.code, reason: reasonOf(error) }, 'single sign-on refused')
    if (error instanceof OutsideError) throw fail('unavailable', { retryAfterSeconds: 30 })
    if (error instanceof SignOnRefused) throw fail('not-authorised')
    throw error
  }
}
