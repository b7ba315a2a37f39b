import { countTry, quarterHour, tooManyRequests } from '../base/limits.ts'
import { findToken, tokenState, useToken } from '../base/token-store.ts'
import type { Call } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { cookiesOf, tokenCookies } from './cookies.ts'
import { deviceOf } from './device.ts'
import { endFormer } from './end-former.ts'
import type { Kind } from './kind.ts'
import { acceptPasskey, askForPasskey } from './passkey-ceremony.ts'
import { listPasskeys, lockPasskey, markPasskeyUsed } from './passkey-store.ts'
import { startSession } from './start-session.ts'

// The log-in by passkey: alone, or after the password of whoever has one. It counts as two factors, as the device asks for its owner.

export const mostTries = 60

/** Counts a stranger's try, outside of what it may roll back. */
async function limitStranger({
  deps,
  tenant,
  visitor,
  realNow,
}: Pick<Call, 'deps' | 'tenant' | 'visitor' | 'realNow'>): Promise<void> {
  const limits = [
    { bucket: `passkey-login|${visitor}`, most: mostTries, windowSeconds: quarterHour },
  ]
  const wait = await withTenant(deps.db, tenant.code, (tx) =>
    countTry(tx, tenant.code, limits, realNow),
  )
  if (wait !== null) throw tooManyRequests(wait)
}

type Body = { afterPassword?: boolean | undefined; pending?: string | undefined }

/** The right password that waits for a passkey, by the text that its refusal gave, or the browser's cookie; null: none is meant. */
async function pendingOf(
  tx: Tx,
  { tenant, request, realNow }: Pick<Call, 'tenant' | 'request' | 'realNow'>,
  kind: Kind,
  { afterPassword = false, pending }: Body,
): Promise<{ tokenId: string; id: string } | null> {
  if (!afterPassword) return null
  const text = pending ?? cookiesOf(request)[tokenCookies.second] ?? ''
  const token =
    text === '' || text.length > 200
      ? undefined
      : await findToken(tx, tenant.code, 'second-factor', text)
  const state = tokenState(token, realNow)
  const isOurs = (token?.details as { of?: string } | undefined)?.of === kind.caller
  if (!token || !isOurs || state === 'expired') throw fail('link-expired')
  if (state === 'used') throw fail('token-used')
  return { tokenId: token.token_id, id: token.subject }
}

const purposeOf = (kind: Kind, pending: { tokenId: string } | null) =>
  pending ? `second ${pending.tokenId}` : `log-in ${kind.caller}`

export const beginPasskeyLogin = (kind: Kind) =>
  serve(kind.passkeys.beginPasskeyLogin, async (call) => {
    const { deps, tenant, body } = call
    kind.needPasswords(tenant)
    await limitStranger(call)
    return call.transaction(async (tx) => {
      const pending = await pendingOf(tx, call, kind, body)
      const known = pending ? await listPasskeys(tx, tenant.code, kind, pending.id) : []
      const purpose = purposeOf(kind, pending)
      return { options: await askForPasskey({ tx, deps, tenant, purpose }, known) }
    })
  })

export const logInByPasskey = (kind: Kind) =>
  serve(kind.passkeys.logInByPasskey, async (call) => {
    const { deps, tenant, body, realNow } = call
    const { code } = tenant
    kind.needPasswords(tenant)
    await limitStranger(call)
    const session = await call.transaction(async (tx) => {
      const pending = await pendingOf(tx, call, kind, body)
      const purpose = purposeOf(kind, pending)
      const { passkey, counter } = await acceptPasskey(
        { tx, deps, tenant, purpose },
        body.answer,
        (passkeyId) => lockPasskey(tx, code, kind, passkeyId),
      )
      const id = passkey.person_id
      if (pending && pending.id !== id) throw fail('passkey-refused')
      if (pending && !(await useToken(tx, code, pending.tokenId, realNow))) throw fail('token-used')
      const person = await kind.find(tx, code, id)
      if (!person) throw fail('passkey-refused')
      kind.refuse(tenant, person)
      if (!person.confirmed_at)
        throw fail('confirmation-required', { details: kind.unconfirmed?.(person) })
      const [started] = await together([
        () =>
          startSession(tx, deps, code, kind, id, {
            device: deviceOf(call.request),
            details: { by: 'passkey' },
          }),
        () => endFormer(tx, code, call, kind),
        () => markPasskeyUsed(tx, code, passkey.passkey_id, counter, realNow),
      ])
      return started
    })
    kind.loggedIn?.(call)
    return kind.view(session.person, session)
  })
