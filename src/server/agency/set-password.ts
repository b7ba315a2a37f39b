import { setAgencyPassword as endpoint } from '../../contract/agentur-konto.ts'
import { checkNewPassword } from '../access/check-new-password.ts'
import { hashPassword } from '../access/password-hash.ts'
import { audit } from '../base/audit-store.ts'
import { revokeTokens, useToken } from '../base/token-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { queueMail } from '../mail/store.ts'
import { serve } from '../serve.ts'
import { needAgencies } from './need-agencies.ts'
import { readAgencyPasswordToken } from './read-password-token.ts'
import { agencyUserView, openAgencySession } from './session.ts'
import { confirmAgencyUser, updateAgencyUser } from './user-store.ts'

/** Sets the password with a mailed token, confirms the address by it, ends all other sessions, and logs in. */
export const setAgencyPassword = serve(endpoint, async (call) => {
  const { deps, tenant, body, now, realNow } = call
  needAgencies(tenant)
  checkNewPassword(body, call.locale)
  const { token, member, occasion } = await call.transaction((tx) =>
    readAgencyPasswordToken(tx, tenant.code, body.token, now),
  )
  const passwordHash = await hashPassword(body.password)
  const id = member.user_id
  const session = await call.transaction(async (tx) => {
    // The condition is in the update: of two people with the same link one sets a password.
    if (!(await useToken(tx, tenant.code, token.token_id, now))) throw fail('token-used')
    const [confirmed] = await together([
      () => confirmAgencyUser(tx, tenant.code, id, now),
      () => updateAgencyUser(tx, tenant.code, id, { password_hash: passwordHash }),
      () => revokeTokens(tx, tenant.code, 'agency-session', id, realNow),
      () =>
        audit(tx, tenant.code, {
          at: now,
          actor: { kind: 'agency-user', id },
          action: occasion === 'reset' ? 'reset-password' : 'complete-registration',
          subjectKind: 'agency-user',
          subjectId: id,
        }),
    ])
    if (occasion === 'reset')
      await queueMail(tx, tenant.code, {
        template: 'passwordChanged',
        to: member.email,
        locale: member.language,
        data: { firstName: member.first_name, link: { link: { page: 'AgencyForgotPassword' } } },
        dedupeKey: `password-changed|${uuidv7()}`,
        now,
      })
    // Whoever activates agencies hears of it when the address is known to be theirs.
    if (confirmed && occasion === 'registration')
      await queueMail(tx, tenant.code, {
        template: 'agencyRegistered',
        to: tenant.contact.email,
        locale: tenant.locales[0] ?? 'de',
        data: {
          agencyName: member.agency_name,
          agencyNumber: member.agency_number,
          name: `${member.first_name} ${member.last_name}`,
          email: member.email,
          link: { link: { page: 'AgencyInfo' } },
        },
        dedupeKey: `agency-registered|${id}`,
        now,
      })
    // Opened last: the sessions of before are revoked by then, this one is not.
    return openAgencySession(tx, deps, tenant.code, id)
  })
  return agencyUserView(session.member, session)
})
