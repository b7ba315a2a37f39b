import { logoutSalesPartner as endpoint } from '../../contract/verkaufspartner.ts'
import { audit } from '../base/audit-store.ts'
import { revokeToken } from '../base/token-store.ts'
import { actorOf } from '../context.ts'
import { together } from '../db/together.ts'
import { serve } from '../serve.ts'
import { partnerOf } from './session.ts'

export const logoutSalesPartner = serve(endpoint, async (call) => {
  const { partnerId, tokenId } = partnerOf(call.caller)
  await call.transaction((tx) =>
    together([
      () => revokeToken(tx, call.tenant.code, tokenId, call.realNow),
      () =>
        audit(tx, call.tenant.code, {
          at: call.now,
          actor: actorOf(call.caller),
          action: 'log-out',
          subjectKind: 'sales-partner',
          subjectId: partnerId,
        }),
    ]),
  )
  return {}
})
