import { loginAsAdmin as endpoint } from '../../contract/account.ts'
import { audit } from '../base/audit-store.ts'
import { findToken, tokenState, useToken } from '../base/token-store.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { refuseBlocked } from './refuse-blocked.ts'
import { openSession, userView } from './session.ts'
import { findAccount } from './store.ts'

/** Swaps an admin token (issued for one account, 5 minutes of real time, once) for a session marked as support access. */
export const loginAsAdmin = serve(endpoint, async (call) => {
  const { deps, tenant, realNow } = call
  const opened = await call.transaction(async (tx) => {
    const token = await findToken(tx, tenant.code, 'admin-login', call.query.token)
    const state = tokenState(token, realNow)
    if (!token || state === 'expired') throw fail('link-expired')
    if (state === 'used' || !(await useToken(tx, tenant.code, token.token_id, realNow)))
      throw fail('token-used')
    const account = await findAccount(tx, tenant.code, token.subject)
    if (!account) throw fail('link-expired')
    // Where it is the provider's way in, it is the account's owner who comes.
    if (tenant.autoLogin) refuseBlocked(tenant, account)
    const { operator } = token.details as { operator?: string }
    const session = await openSession(tx, deps, tenant.code, account.account_id, {
      support: true,
      ...(operator === undefined ? {} : { operator }),
    })
    await audit(tx, tenant.code, {
      at: call.now,
      actor: { kind: 'referrer', id: account.account_id, support: true },
      action: 'log-in-as-support',
      subjectKind: 'account',
      subjectId: account.account_id,
      details: { operator: operator ?? null },
    })
    return { account, session }
  })
  return userView(opened.account, opened.session)
})
