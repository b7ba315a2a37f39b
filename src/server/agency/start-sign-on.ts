import { randomBytes } from 'node:crypto'
import { startSignOn as endpoint } from '../../contract/agentur-sso.ts'
import { countTry, hour, tooManyRequests } from '../base/limits.ts'
import { issueToken } from '../base/token-store.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { OutsideError } from '../gateways/http/outside-error.ts'
import { signOnUrl } from '../gateways/single-sign-on/sign-on-provider.ts'
import { reasonOf } from '../gateways/single-sign-on/reason-of.ts'
import { serve } from '../serve.ts'
import { pageUrl } from '../tenant/tenant-origin.ts'
import { signOnSettings } from './sign-on-settings.ts'

const validMinutes = 10
const perVisitor = 60 // an hour; an office shares one address
const random = () => randomBytes(24).toString('base64url')

/**
 * Starts a single sign-on. State, nonce and return path are stored under the verifier's hash: only the starter has the verifier.
 */
export const startSignOn = serve(endpoint, async (call) => {
  const { deps, tenant, realNow } = call
  const settings = await signOnSettings(call)
  const redirectUri = pageUrl(deps.publicOrigin, tenant, call.locale, 'AgencyLogin')
  const [state, nonce] = [random(), random()]
  const expiresAt = realNow.add({ minutes: validMinutes })
  const verifier = await withTenant(deps.db, tenant.code, async (tx) => {
    const wait = await countTry(
      tx,
      tenant.code,
      [{ bucket: `sign-on|visitor|${call.visitor}`, most: perVisitor, windowSeconds: hour }],
      realNow,
    )
    if (wait !== null) throw tooManyRequests(wait)
    const { text } = await issueToken(tx, deps.keys, tenant.code, {
      kind: 'single-sign-on',
      subject: settings.clientId,
      now: realNow,
      expiresAt,
      uses: 1,
      details: {
        state,
        nonce,
        redirectUri,
        issuer: settings.issuer,
        target: call.body.target ?? null,
      },
    })
    return text
  })
  try {
    const url = await signOnUrl(settings, { state, nonce, verifier, redirectUri })
    return { url: url.href, verifier, validUntil: expiresAt.toString() }
  } catch (error) {
    deps.log.warn({ tenant: tenant.code, reason: reasonOf(error) }, 'single sign-on cannot begin')
    if (error instanceof OutsideError) throw fail('unavailable', { retryAfterSeconds: 30 })
    throw error
  }
})
