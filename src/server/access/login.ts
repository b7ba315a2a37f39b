import { normaliseEmail } from '../../domain/email.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { afterPassword, needSession } from './after-password.ts'
import { endFormer } from './end-former.ts'
import type { Kind } from './kind.ts'
import { limitLogin } from './limit-login.ts'
import { mailGuesses } from './mail-guesses.ts'
import { hashPassword, isOutdated, verifyPassword } from './password-hash.ts'

/**
 * Logs in, of which the session is the record; unknown address, missing and wrong password are one refusal in the same time. Whoever has a
 * passkey is asked for it before there is a session.
 */
export const login = (kind: Kind) =>
  serve(kind.endpoints.login, async (call) => {
    const { tenant, body } = call
    kind.needPasswords(tenant)
    const email = normaliseEmail(body.email)
    const { person, takeBack } = await limitLogin(
      call,
      kind.limits.login,
      email,
      call.query.captcha,
      (tx) => kind.findByEmail(tx, tenant.code, email),
      (tx, found, key) => mailGuesses(tx, call, kind, found, key),
    )
    const matches = await verifyPassword(person?.password_hash, body.password)
    if (!person || !matches) throw fail('wrong-credentials')
    // After the password, which entitles to the account's state.
    kind.refuse(tenant, person)
    if (!person.confirmed_at)
      throw fail('confirmation-required', { details: kind.unconfirmed?.(person) })
    const id = kind.idOf(person)
    const known = person.password_hash
    const renewed = known && isOutdated(known) ? await hashPassword(body.password) : null
    const begun = await call.transaction(async (tx) => {
      const [started] = await together([
        () => afterPassword(tx, call, kind, id, known),
        () => endFormer(tx, tenant.code, call, kind),
        () => takeBack(tx),
      ])
      // The row is locked, and has the hash that was checked.
      if (renewed) await kind.replacePassword(tx, tenant.code, id, known, renewed)
      return started
    })
    const session = needSession(begun)
    kind.loggedIn?.(call)
    return kind.view(session.person, session)
  })
