import { login as endpoint } from '../../contract/account.ts'
import { normaliseEmail } from '../../domain/email.ts'
import { audit } from '../base/audit-store.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { recordEvent } from '../tracking/record-event.ts'
import { limitLogin } from '../access/limit-login.ts'
import { verifyPassword } from '../access/password-hash.ts'
import { refuseBlocked } from './refuse-blocked.ts'
import { refuseWhereProvider } from './refuse-where-provider.ts'
import { openSession, userView } from './session.ts'
import { findAccountByEmail } from './store.ts'

/** Logs in; unknown address, missing password and wrong password are one refusal, in the same time. */
export const login = serve(endpoint, async (call) => {
  refuseWhereProvider(call.tenant)
  const { deps, tenant, body } = call
  const email = normaliseEmail(body.email)
  const { person: account, takeBack } = await limitLogin(
    call,
    'login',
    email,
    call.query.captcha,
    (tx) => findAccountByEmail(tx, tenant.code, email),
  )
  const matches = await verifyPassword(account?.password_hash, body.password)
  if (!account || !matches) throw fail('wrong-credentials')
  refuseBlocked(tenant, account)
  // Only now: who knows the password may know that the account waits for its confirmation.
  if (!account.confirmed_at)
    throw fail('confirmation-required', { details: { Id: account.account_id } })
  const session = await call.transaction(async (tx) => {
    const [opened] = await together([
      () =>
        openSession(tx, deps, tenant.code, account.account_id, {
          passwordHash: account.password_hash,
        }),
      () => takeBack(tx),
      () =>
        audit(tx, tenant.code, {
          at: call.now,
          actor: { kind: 'referrer', id: account.account_id },
          action: 'log-in',
          subjectKind: 'account',
          subjectId: account.account_id,
        }),
    ])
    return opened
  })
  recordEvent(deps, { tenant: tenant.code, event: 'logged-in', analytics: call.analytics })
  return userView(account, session)
})
