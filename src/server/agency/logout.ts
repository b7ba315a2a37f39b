import { logoutAgencyUser as endpoint } from '../../contract/agentur-konto.ts'
import { audit } from '../base/audit-store.ts'
import { revokeToken } from '../base/token-store.ts'
import { actorOf } from '../context.ts'
import { together } from '../db/together.ts'
import { serve } from '../serve.ts'
import { agencyUserOf } from './session.ts'

export const logoutAgencyUser = serve(endpoint, async (call) => {
  const { userId, tokenId } = agencyUserOf(call.caller)
  await call.transaction((tx) =>
    together([
      () => revokeToken(tx, call.tenant.code, tokenId, call.realNow),
      () =>
        audit(tx, call.tenant.code, {
          at: call.now,
          actor: actorOf(call.caller),
          action: 'log-out',
          subjectKind: 'agency-user',
          subjectId: userId,
        }),
    ]),
  )
  return {}
})
