import { login as endpoint } from '../../contract/account.ts'
import { normaliseEmail } from '../../domain/email.ts'
import { audit } from '../base/audit-store.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { recordEvent } from '../tracking/record-event.ts'
import { countHit } from '../base/limit-store.ts'
import { captchaRequired, useCaptcha } from './captcha.ts'
import { countTry, quarterHour, takeBackTry, tooManyRequests, type Limit } from './limits.ts'
import { verifyPassword } from './password-hash.ts'
import { refuseBlocked } from './refuse-blocked.ts'
import { openSession, userView } from './session.ts'
import { findAccountByEmail } from './store.ts'
import { together } from '../db/together.ts'

/** Logs in; unknown address, missing password and wrong password are one refusal, in the same time. */
export const login = serve(endpoint, async (call) => {
  const { deps, tenant, body, realNow } = call
  const email = normaliseEmail(body.email)
  const { hard, perAddress } = loginLimits(deps.keys.lookup(email), call.visitor)
  const { captcha } = call.query
  // A transaction of its own: the try counts even though the refusal below rolls nothing back.
  const { account, wait, captchaDue } = await withTenant(deps.db, tenant.code, async (tx) => {
    const { bucket, most, windowSeconds } = perAddress
    const [found, seconds, tries] = await together([
      findAccountByEmail(tx, tenant.code, email),
      countTry(tx, tenant.code, hard, realNow),
      countHit(tx, tenant.code, bucket, realNow, windowSeconds),
    ])
    const due = seconds === null && tries > most
    if (due && captcha) await useCaptcha(tx, deps.keys, tenant.code, captcha, realNow)
    return { account: found, wait: seconds, captchaDue: due && !captcha }
  })
  if (wait !== null) throw tooManyRequests(wait)
  if (captchaDue) throw await captchaRequired(deps.keys, tenant.code, realNow)
  const matches = await verifyPassword(account?.password_hash, body.password)
  if (!account || !matches) throw fail('wrong-credentials')
  refuseBlocked(tenant, account)
  // Only now: who knows the password may know that the account waits for its confirmation.
  if (!account.confirmed_at)
    throw fail('confirmation-required', { details: { Id: account.account_id } })
  const session = await call.transaction(async (tx) => {
    const [opened] = await together([
      openSession(tx, deps, tenant.code, account.account_id),
      takeBackTry(tx, tenant.code, [...hard, perAddress], realNow),
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

// The pair stops guessing soon, the visitor's own limit stops trying many accounts. Guessing one account from many places costs a
// captcha for each try, and its owner as well: a refusal would let strangers lock the owner out.
function loginLimits(emailKey: string, visitor: string): { hard: Limit[]; perAddress: Limit } {
  return {
    hard: [
      { bucket: `login|pair|${emailKey}|${visitor}`, most: 10, windowSeconds: quarterHour },
      { bucket: `login|visitor|${visitor}`, most: 50, windowSeconds: quarterHour },
    ],
    perAddress: { bucket: `login|email|${emailKey}`, most: 20, windowSeconds: quarterHour },
  }
}
