import { loginAsAdmin as endpoint } from '../../contract/account.ts'
import { deviceOf } from '../access/device.ts'
import { endFormer } from '../access/end-former.ts'
import { refuseCrossSite } from '../access/refuse-cross-site.ts'
import { audit } from '../base/audit-store.ts'
import { findToken, tokenState, useToken } from '../base/token-store.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { customer } from './customer.ts'
import { refuseBlocked } from './refuse-blocked.ts'
import { openSession, userView } from './session.ts'
import { supportStands, type SupportDetails } from './support-link.ts'
import { findAccount } from './store.ts'

/**
 * Exchanges a one-time token (one account, 5 minutes of real time) for a session: an admin token for a support session, the
 * provider's login for an owner's.
 */
export const loginAsAdmin = serve(endpoint, async (call) => {
  const { deps, tenant, realNow } = call
  refuseCrossSite(call.request)
  const opened = await call.transaction(async (tx) => {
    const { token: text, kind } = call.query
    const admin =
      kind === 'inhaber' ? undefined : await findToken(tx, tenant.code, 'admin-login', text)
    const token = admin ?? (await findToken(tx, tenant.code, 'owner-login', text))
    const state = tokenState(token, realNow)
    if (!token || state === 'expired') throw fail('link-expired')
    // Void once the tenant has its own login.
    if (!admin && !tenant.autoLogin) throw fail('link-expired')
    if (admin && !(await supportStands(tx, tenant.code, admin, realNow))) throw fail('link-expired')
    if (state === 'used' || !(await useToken(tx, tenant.code, token.token_id, realNow)))
      throw fail('token-used')
    const account = await findAccount(tx, tenant.code, token.subject)
    if (!account) throw fail('link-expired')
    const id = account.account_id
    if (!admin) refuseBlocked(tenant, account)
    const { apiKey, ...by } = token.details as SupportDetails & { apiKey?: string }
    const device = deviceOf(call.request)
    await endFormer(tx, tenant.code, call, customer)
    const session = await openSession(
      tx,
      deps,
      tenant.code,
      id,
      admin
        ? { support: true, ...by, device }
        : { byProvider: true, ...(apiKey === undefined ? {} : { apiKey }), device },
    )
    // Whoever comes from the provider's own login has a session, which names its key.
    if (admin)
      await audit(tx, tenant.code, {
        at: call.now,
        actor: { kind: 'referrer', id, support: true },
        action: 'log-in-as-support',
        subjectKind: 'account',
        subjectId: id,
        details: { operator: by.operator ?? null },
      })
    return { account, session }
  })
  return userView(opened.account, opened.session)
})
