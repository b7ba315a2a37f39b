import { deactivateEmployee as endpoint } from '../../contract/agentur-mitarbeiter.ts'
import { audit } from '../base/audit-store.ts'
import { revokeTokens } from '../base/token-store.ts'
import { isUuid } from '../base/uuid.ts'
import { actorOf } from '../context.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { agencyUserOf } from './session.ts'
import { findMember } from './store.ts'
import { setLeft } from './user-store.ts'

/** Removes an employee; idempotent. Other agencies' users and owners are not found. */
export const deactivateEmployee = serve(endpoint, async (call) => {
  const { tenant, now, realNow } = call
  const { agencyId } = agencyUserOf(call.caller)
  const userId = call.params.id
  if (!isUuid(userId)) throw fail('not-found')
  await call.transaction(async (tx) => {
    const member = await findMember(tx, tenant.code, userId)
    if (!member || member.agency_id !== agencyId || member.role === 'owner') throw fail('not-found')
    if (!(await setLeft(tx, tenant.code, { agencyId, userId, leftAt: now }))) return
    await together([
      () => revokeTokens(tx, tenant.code, 'agency-session', userId, realNow),
      () => revokeTokens(tx, tenant.code, 'agency-password', userId, now),
      () =>
        audit(tx, tenant.code, {
          at: now,
          actor: actorOf(call.caller),
          action: 'deactivate-employee',
          subjectKind: 'agency-user',
          subjectId: userId,
        }),
    ])
  })
  return {}
})
