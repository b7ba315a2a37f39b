import { changePassword as endpoint } from '../../contract/account.ts'
import { audit } from '../base/audit-store.ts'
import { forgetDetail, revokeTokens } from '../base/token-store.ts'
import { actorOf } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { checkNewPassword } from '../access/check-new-password.ts'
import { countTry, quarterHour, takeBackTry, tooManyRequests } from '../base/limits.ts'
import { mailPasswordChanged } from './mail-password-changed.ts'
import { hashPassword, verifyPassword } from '../access/password-hash.ts'
import { referrerOf } from './referrer-call.ts'
import { refuseWhereProvider } from './refuse-where-provider.ts'
import { findAccount, replacePassword } from './store.ts'
import { together } from '../db/together.ts'

/**
 * Changes the password; every other session of the account ends, and so do the links that could set another one. The first one is chosen by
 * a session that a mailed link opened, while that is fresh; from then on the session may do what any may. Told by mail in either case.
 */
export const changePassword = serve(endpoint, async (call) => {
  refuseWhereProvider(call.tenant)
  const { deps, tenant, body, now, realNow } = call
  const { accountId, tokenId, byLink } = referrerOf(call.caller)
  checkNewPassword(body, call.locale)
  const limits = [{ bucket: `change-password|${accountId}`, most: 10, windowSeconds: quarterHour }]
  const [account, wait] = await withTenant(deps.db, tenant.code, (tx) =>
    together([
      () => findAccount(tx, tenant.code, accountId),
      () => countTry(tx, tenant.code, limits, realNow),
    ]),
  )
  if (!account) throw fail('session-missing')
  if (wait !== null) throw tooManyRequests(wait)
  const first = account.password_hash === null
  if (first) {
    const isFresh = byLink !== null && Temporal.Instant.compare(realNow, byLink.freshUntil) < 0
    if (!isFresh) throw fail('not-authorised')
  } else if (!(await verifyPassword(account.password_hash, body.oldPassword ?? '')))
    throw fail('wrong-credentials')
  const passwordHash = await hashPassword(body.password)
  await call.transaction(async (tx) => {
    // In the place of what was checked above, and by a session that still holds: an objection may have ended both meanwhile.
    const known = account.password_hash
    if (!(await replacePassword(tx, tenant.code, accountId, known, passwordHash)))
      throw fail('wrong-credentials')
    if (!(await forgetDetail(tx, tenant.code, tokenId, 'freshUntil'))) throw fail('session-missing')
    await together([
      () => takeBackTry(tx, tenant.code, limits, realNow),
      () => revokeTokens(tx, tenant.code, 'user-session', accountId, realNow, tokenId),
      () => revokeTokens(tx, tenant.code, 'set-password', accountId, now),
      () => mailPasswordChanged(tx, tenant.code, account, now),
      () =>
        audit(tx, tenant.code, {
          at: now,
          actor: actorOf(call.caller),
          action: first ? 'choose-password' : 'change-password',
          subjectKind: 'account',
          subjectId: accountId,
        }),
    ])
  })
  return {}
})
