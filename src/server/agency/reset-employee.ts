import { resetEmployee as endpoint } from '../../contract/agentur-mitarbeiter.ts'
import { day, secondsLeft, tooManyRequests } from '../base/limits.ts'
import { audit } from '../base/audit-store.ts'
import { revokeTokens } from '../base/token-store.ts'
import { isUuid } from '../base/uuid.ts'
import { endPasskeys } from '../access/remove-lost-passkeys.ts'
import { actorOf } from '../context.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { limitAdding, takeAccessMail } from './limit-adding.ts'
import { mailAgencyAccess } from './mail-access.ts'
import { agencyUser } from './agency-user.ts'
import { agencyUserOf } from './session.ts'
import { findMember } from './store.ts'
import { updateAgencyUser } from './user-store.ts'

/** For a lost or leaked password: deletes it with all sessions and passkeys, and mails a link to a new one. */
export const resetEmployee = serve(endpoint, async (call) => {
  const { deps, tenant, now, realNow } = call
  const { agencyId } = agencyUserOf(call.caller)
  const userId = call.params.id
  if (!isUuid(userId)) throw fail('not-found')
  await limitAdding(call, agencyId, 1)
  await call.transaction(async (tx) => {
    const member = await findMember(tx, tenant.code, userId)
    const isOurs = member?.agency_id === agencyId && member.role === 'employee' && !member.left_at
    if (!member || !isOurs) throw fail('not-found')
    if (!(await takeAccessMail(tx, deps, tenant.code, member.email)))
      throw tooManyRequests(secondsLeft(day, realNow))
    await together([
      () => updateAgencyUser(tx, tenant.code, userId, { password_hash: null }),
      () => revokeTokens(tx, tenant.code, 'agency-session', userId, realNow),
      () => mailAgencyAccess(tx, deps, tenant.code, member),
      () =>
        audit(tx, tenant.code, {
          at: now,
          actor: actorOf(call.caller),
          action: 'reset-employee',
          subjectKind: 'agency-user',
          subjectId: userId,
        }),
    ])
    await endPasskeys(tx, deps, tenant.code, agencyUser, userId)
  })
  return {}
})
