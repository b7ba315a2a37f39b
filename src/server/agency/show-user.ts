import { showAgencyUser as endpoint } from '../../contract/agentur-konto.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { agencyUserOf, agencyUserView } from './session.ts'
import { findMember } from './store.ts'

/** A session by cookie does not reveal its token to scripts. */
export const showAgencyUser = serve(endpoint, async ({ tenant, caller, transaction }) => {
  const { userId, bearer, expiresAt } = agencyUserOf(caller)
  const member = await transaction((tx) => findMember(tx, tenant.code, userId))
  if (!member) throw fail('session-missing')
  return agencyUserView(member, { token: bearer, expiresAt })
})
