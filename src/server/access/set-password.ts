import { audit } from '../base/audit-store.ts'
import { findToken, revokeTokens, tokenState, useToken, type Token } from '../base/token-store.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { afterPassword, needSession } from './after-password.ts'
import { checkNewPassword } from './check-new-password.ts'
import { endFormer } from './end-former.ts'
import { actorOfKind, ownNames, type Kind } from './kind.ts'
import { mailPasswordChanged } from './mail-password-changed.ts'
import { hashPassword } from './password-hash.ts'

/** The person of a valid mailed link; throws `link-expired` or `token-used`. */
async function readLink(
  tx: Tx,
  tenant: string,
  kind: Kind,
  text: string,
  now: Temporal.Instant,
  links = [kind.link],
) {
  let token: Token | undefined
  for (const link of links) token ??= await findToken(tx, tenant, link, text)
  const state = tokenState(token, now)
  const person = token && (await kind.find(tx, tenant, token.subject))
  if (token && person && state !== 'valid' && kind.isDone?.(person, token)) throw fail('token-used')
  if (!token || !person || state === 'expired') throw fail('link-expired')
  if (state === 'used') throw fail('token-used')
  if (kind.hasEnded?.(person)) throw fail('link-expired')
  return { token, person }
}

/** Whether a mailed link is valid, and whose; does not use it. */
export const checkLink = (kind: Kind) =>
  serve(kind.endpoints.checkLink, async (call) => {
    if (!kind.isOffered(call.tenant)) throw fail('not-found')
    const links = [kind.link, ...(kind.otherLinks ?? [])]
    const { person } = await call.transaction((tx) =>
      readLink(tx, call.tenant.code, kind, call.body.token, call.now, links),
    )
    return kind.viewLink(call, person)
  })

/**
 * Sets the password by mailed link, which proves the mailbox and completes a registration; ends other sessions and links, and
 * logs in, or asks for the passkey of whoever has one: a mailbox is no second factor.
 */
export const setPassword = (kind: Kind) =>
  serve(kind.endpoints.setPassword, async (call) => {
    const { tenant, body, now, realNow } = call
    kind.needPasswords(tenant)
    const { token, person } = await call.transaction((tx) =>
      readLink(tx, tenant.code, kind, body.token, now),
    )
    kind.refuse(tenant, person)
    checkNewPassword(body, call.locale, tenant, ownNames(kind, person))
    const passwordHash = await hashPassword(body.password)
    const id = kind.idOf(person)
    const begun = await call.transaction(async (tx) => {
      // The condition is in the update: a link sets one password only.
      if (!(await useToken(tx, tenant.code, token.token_id, now))) throw fail('token-used')
      const isFirst = await kind.prove(tx, call, person, token)
      await together([
        () => kind.storePassword(tx, tenant.code, id, passwordHash),
        () => revokeTokens(tx, tenant.code, kind.session, id, realNow),
        () => revokeTokens(tx, tenant.code, 'second-factor', id, realNow),
        () => endFormer(tx, tenant.code, call, kind),
        () => revokeTokens(tx, tenant.code, kind.link, id, now, token.token_id),
        () => (isFirst ? undefined : mailPasswordChanged(tx, tenant.code, kind, person, now)),
        () =>
          isFirst
            ? undefined
            : audit(tx, tenant.code, {
                at: now,
                actor: actorOfKind(kind, person),
                action: 'reset-password',
                subjectKind: kind.subject,
                subjectId: id,
              }),
      ])
      // Last, after earlier sessions are revoked.
      return afterPassword(tx, call, kind, id)
    })
    const session = needSession(begun)
    return kind.view(session.person, session)
  })
