import { resetPassword as endpoint } from '../../contract/account.ts'
import { checkNewPassword } from '../access/check-new-password.ts'
import { mailPasswordChanged } from '../account/mail-password-changed.ts'
import { hashPassword } from '../access/password-hash.ts'
import { readPasswordToken } from '../account/read-password-token.ts'
import { refuseBlocked } from '../account/refuse-blocked.ts'
import { refuseWhereProvider } from '../account/refuse-where-provider.ts'
import { openSession, userView } from '../account/session.ts'
import { findAccount, setPassword } from '../account/store.ts'
import { together } from '../db/together.ts'
import { audit } from '../base/audit-store.ts'
import { revokeTokens, useToken } from '../base/token-store.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { takeOver } from './take-over.ts'

/**
 * Sets the password with a mailed token, completes a registration by it, and logs in. Here and not with the account, because
 * the link proves the mailbox: the referrals that were made with it belong to the account from now on, and their rewards
 * can be provided.
 */
export const resetPassword = serve(endpoint, async (call) => {
  refuseWhereProvider(call.tenant)
  const { deps, tenant, body, now, realNow } = call
  checkNewPassword(body, call.locale)
  const { token, account } = await call.transaction((tx) =>
    readPasswordToken(tx, tenant.code, body.token, now),
  )
  refuseBlocked(tenant, account)
  const passwordHash = await hashPassword(body.password)
  const id = account.account_id
  const done = await call.transaction(async (tx) => {
    // The condition is in the update: of two people with the same link one sets a password.
    if (!(await useToken(tx, tenant.code, token.token_id, now))) throw fail('token-used')
    const registered = await takeOver(tx, call, id, token, body)
    await together([
      () => setPassword(tx, tenant.code, id, passwordHash),
      () => revokeTokens(tx, tenant.code, 'user-session', id, realNow),
      () => revokeTokens(tx, tenant.code, 'set-password', id, now, token.token_id),
      () => (registered ? undefined : mailPasswordChanged(tx, tenant.code, account, now)),
      () =>
        registered
          ? undefined
          : audit(tx, tenant.code, {
              at: now,
              actor: { kind: 'referrer', id },
              action: 'reset-password',
              subjectKind: 'account',
              subjectId: id,
            }),
    ])
    // Opened last: the sessions of before are revoked by then, this one is not.
    const [session, current] = await together([
      () => openSession(tx, deps, tenant.code, id),
      () => findAccount(tx, tenant.code, id),
    ])
    return { session, account: current ?? account }
  })
  return userView(done.account, done.session)
})
