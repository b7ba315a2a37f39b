import { audit } from '../base/audit-store.ts'
import {
  countTry,
  ownPasswordTries,
  quarterHour,
  takeBackTry,
  tooManyRequests,
} from '../base/limits.ts'
import { forgetDetail, revokeTokens } from '../base/token-store.ts'
import { actorOf } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { checkNewPassword } from './check-new-password.ts'
import { ownNames, sessionOf, type Kind } from './kind.ts'
import { listPasskeys } from './passkey-store.ts'
import { mailPasswordChanged } from './mail-password-changed.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'

/**
 * Changes the password; ends all other sessions and password links. The first password is set by a fresh session from a mailed
 * link, which then has full rights. Confirmed by mail.
 */
export const changePassword = (kind: Kind) =>
  serve(kind.endpoints.changePassword, async (call) => {
    kind.needPasswords(call.tenant)
    const { deps, tenant, body, now, realNow } = call
    const { tokenId, ...caller } = sessionOf(kind, call.caller)
    const actor = actorOf(call.caller)
    const byLink = caller.kind === 'referrer' ? caller.byLink : null
    const bucket = `change-password|${actor.id}`
    const limits = [{ bucket, most: ownPasswordTries, windowSeconds: quarterHour }]
    const person = await withTenant(deps.db, tenant.code, (tx) =>
      kind.find(tx, tenant.code, actor.id),
    )
    if (!person) throw fail('session-missing')
    checkNewPassword(body, call.locale, tenant, ownNames(kind, person))
    const wait = await withTenant(deps.db, tenant.code, (tx) =>
      countTry(tx, tenant.code, limits, realNow),
    )
    if (wait !== null) throw tooManyRequests(wait)
    const first = person.password_hash === null
    if (first) {
      const isFresh = byLink !== null && Temporal.Instant.compare(realNow, byLink.freshUntil) < 0
      if (!isFresh) throw fail('not-authorised')
    } else if (!(await verifyPassword(person.password_hash, body.oldPassword ?? '')))
      throw fail('wrong-credentials')
    const passwordHash = await hashPassword(body.password)
    await call.transaction(async (tx) => {
      // Replaces the checked hash, in a valid session: a parallel objection may have ended both.
      const known = person.password_hash
      if (!(await kind.replacePassword(tx, tenant.code, actor.id, known, passwordHash)))
        throw fail('wrong-credentials')
      // A session by link stays one where the password alone begins none.
      const isSecond =
        byLink !== null && (await listPasskeys(tx, tenant.code, kind, actor.id)).length > 0
      if (!(await forgetDetail(tx, tenant.code, tokenId, isSecond ? '' : 'freshUntil')))
        throw fail('session-missing')
      await together([
        () => takeBackTry(tx, tenant.code, limits, realNow),
        () => revokeTokens(tx, tenant.code, kind.session, actor.id, realNow, tokenId),
        () => revokeTokens(tx, tenant.code, 'second-factor', actor.id, realNow),
        () => revokeTokens(tx, tenant.code, kind.link, actor.id, now),
        () => mailPasswordChanged(tx, tenant.code, kind, person, now),
        () =>
          audit(tx, tenant.code, {
            at: now,
            actor,
            action: first ? 'choose-password' : 'change-password',
            subjectKind: kind.subject,
            subjectId: actor.id,
          }),
      ])
    })
    return {}
  })
