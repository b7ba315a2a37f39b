import { signOn as endpoint } from '../../contract/agentur-sso.ts'
import { sessionLifetimes } from '../../domain/session-lifetime.ts'
import { deviceOf } from '../access/device.ts'
import { endFormer } from '../access/end-former.ts'
import { endSignOn } from '../access/sign-on.ts'
import { startSession } from '../access/start-session.ts'
import { fail } from '../errors.ts'
import { secondsSinceLogin } from '../gateways/single-sign-on/sign-on-provider.ts'
import { serve } from '../serve.ts'
import { findPerson } from './find-person.ts'
import { agencyUser } from './agency-user.ts'
import { agencyUserView } from './session.ts'
import { signOnSettings } from './sign-on-settings.ts'

/** Completes a single sign-on, and finds the person by the claim rule. */
export const signOn = serve(endpoint, async (call) => {
  const { deps, tenant } = call
  const settings = await signOnSettings(call)
  const { claims, details } = await endSignOn<{ target: string | null }>(
    call,
    settings,
    call.body,
    { wanted: [...Object.values(settings.claim), 'email_verified'] },
  )
  // The session ends with the day of the login at the provider, whenever it is begun here.
  const spentSeconds = secondsSinceLogin(claims) ?? 0
  if (spentSeconds >= sessionLifetimes.agency.hours * 3600) throw fail('not-authorised')
  const session = await call.transaction(async (tx) => {
    const userId = await findPerson(tx, tenant.code, settings, claims, {
      now: call.now,
      language: call.locale,
    })
    if (!userId) throw fail('not-authorised', { details: { Grund: 'unbekannt' } })
    await endFormer(tx, tenant.code, call, agencyUser)
    return startSession(tx, deps, tenant.code, agencyUser, userId, {
      device: deviceOf(call.request),
      spentSeconds,
      details: { by: 'single-sign-on' },
    })
  })
  return { user: agencyUserView(session.person, session), target: details.target }
})
