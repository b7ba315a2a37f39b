import { loginAgencyUser as endpoint } from '../../contract/agentur-konto.ts'
import { normaliseEmail } from '../../domain/email.ts'
import { limitLogin } from '../access/limit-login.ts'
import { verifyPassword } from '../access/password-hash.ts'
import { audit } from '../base/audit-store.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { needAgencies } from './need-agencies.ts'
import { roleOf } from './role-of.ts'
import { agencyUserView, openAgencySession } from './session.ts'
import { findMemberByEmail } from './store.ts'

/** Logs in for an agency; unknown address, missing password and wrong password are one refusal, in the same time. */
export const loginAgencyUser = serve(endpoint, async (call) => {
  const { deps, tenant, body } = call
  needAgencies(tenant)
  const email = normaliseEmail(body.email)
  const { person: member, takeBack } = await limitLogin(
    call,
    'agency-login',
    email,
    call.query.captcha,
    (tx) => findMemberByEmail(tx, tenant.code, email),
  )
  const matches = await verifyPassword(member?.password_hash, body.password)
  if (!member || !matches) throw fail('wrong-credentials')
  // Only now: who knows the password may know how it stands with the account.
  if (!member.confirmed_at) throw fail('confirmation-required')
  if (!roleOf(member)) throw fail('blocked-single')
  const session = await call.transaction(async (tx) => {
    const [opened] = await together([
      () => openAgencySession(tx, deps, tenant.code, member.user_id),
      () => takeBack(tx),
      () =>
        audit(tx, tenant.code, {
          at: call.now,
          actor: { kind: 'agency-user', id: member.user_id },
          action: 'log-in',
          subjectKind: 'agency-user',
          subjectId: member.user_id,
        }),
    ])
    return opened
  })
  return agencyUserView(session.member, session)
})
