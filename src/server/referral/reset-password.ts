import { resetPassword as endpoint } from '../../contract/account.ts'
import { checkNewPassword } from '../account/check-new-password.ts'
import { mailPasswordChanged } from '../account/mail-password-changed.ts'
import type { PendingInviter } from '../account/inviter-store.ts'
import { joinAgency } from '../account/join-agency.ts'
import { hashPassword } from '../account/password-hash.ts'
import { readPasswordToken } from '../account/read-password-token.ts'
import { refuseBlocked } from '../account/refuse-blocked.ts'
import { openSession, userView } from '../account/session.ts'
import { confirmAccount, findAccount, setPassword } from '../account/store.ts'
import { together } from '../db/together.ts'
import { audit } from '../base/audit-store.ts'
import { revokeTokens, useToken } from '../base/token-store.ts'
import { fail } from '../errors.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { serve } from '../serve.ts'
import { recordGoal } from '../tracking/record-event.ts'
import { ownAllReferrals, ownReferral } from './store.ts'

/**
 * Sets the password with a mailed token, completes a registration by it, and logs in. Here and not with the account, because
 * the link proves the mailbox: the referrals that were made with it belong to the account from now on, and their rewards
 * can be provided.
 */
export const resetPassword = serve(endpoint, async (call) => {
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
    const registered = await confirmAccount(tx, tenant.code, id, body, now)
    const link = token.details as { referral?: string; invited?: PendingInviter }
    const { referral } = link
    if (registered && tenant.agencies) await joinAgency(tx, tenant.code, id, link, now)
    const [owned] = await together([
      registered
        ? ownAllReferrals(tx, tenant.code, id, now)
        : referral !== undefined && ownReferral(tx, tenant.code, id, referral, now),
      setPassword(tx, tenant.code, id, passwordHash),
      revokeTokens(tx, tenant.code, 'user-session', id, realNow),
      revokeTokens(tx, tenant.code, 'set-password', id, now, token.token_id),
      registered ? undefined : mailPasswordChanged(tx, tenant.code, account, now),
      registered ? recordGoal(tx, call, 'registered') : undefined,
      audit(tx, tenant.code, {
        at: now,
        actor: { kind: 'referrer', id },
        action: registered ? 'complete-registration' : 'reset-password',
        subjectKind: 'account',
        subjectId: id,
      }),
    ])
    const isOwner = Array.isArray(owned) ? owned.length > 0 : owned
    if (isOwner) {
      await enqueue(tx, tenant.code, 'provide-rewards', { accountId: id })
      // Who wished for the newsletter while recommending is asked now that the address is known to be theirs.
      await enqueue(tx, tenant.code, 'ask-newsletter', { accountId: id })
    }
    // Opened last: the sessions of before are revoked by then, this one is not.
    const [session, current] = await together([
      openSession(tx, deps, tenant.code, id),
      findAccount(tx, tenant.code, id),
    ])
    return { session, account: current ?? account }
  })
  return userView(done.account, done.session)
})
