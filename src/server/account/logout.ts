import { logout as endpoint } from '../../contract/account.ts'
import { audit } from '../base/audit-store.ts'
import { revokeToken } from '../base/token-store.ts'
import { actorOf } from '../context.ts'
import { serve } from '../serve.ts'
import { referrerOf } from './referrer-call.ts'
import { together } from '../db/together.ts'

export const logout = serve(endpoint, async ({ tenant, caller, now, realNow, transaction }) => {
  const { accountId, tokenId } = referrerOf(caller)
  await transaction((tx) =>
    together([
      () => revokeToken(tx, tenant.code, tokenId, realNow),
      () =>
        audit(tx, tenant.code, {
          at: now,
          actor: actorOf(caller),
          action: 'log-out',
          subjectKind: 'account',
          subjectId: accountId,
        }),
    ]),
  )
  return {}
})
