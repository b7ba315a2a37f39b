import { issueToken, type Token } from '../base/token-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { deviceOf } from './device.ts'
import type { Kind, Person, Session } from './kind.ts'
import { listPasskeys } from './passkey-store.ts'
import { startSession } from './start-session.ts'

/** How long a right password waits for the passkey. */
export const pendingMinutes = 10

/** A right password of somebody who has a passkey: no session yet. */
type Pending = { pending: { token: string; validUntil: string } }

/**
 * After a right password or a link that set one: a session, or what waits for the passkey of whoever has one. @param passwordHash the hash that
 * was checked; must still be current
 */
export async function afterPassword<P extends Person>(
  tx: Tx,
  call: Pick<Call, 'deps' | 'tenant' | 'request'>,
  kind: Kind<P>,
  id: string,
  passwordHash?: string | null,
): Promise<Session<P> | Pending> {
  const { deps, tenant, request } = call
  const person = await kind.keep(tx, tenant.code, id, false)
  if (!person) throw fail('blocked-single')
  if (passwordHash !== undefined && passwordHash !== person.password_hash)
    throw fail('wrong-credentials')
  const isKnown = (await listPasskeys(tx, tenant.code, kind, id)).length > 0
  if (!isKnown) {
    const isMissing = kind.needsPasskey?.(tenant, person) === true
    return startSession(tx, deps, tenant.code, kind, id, {
      device: deviceOf(request),
      ...(isMissing ? { details: { passkeyMissing: true } } : {}),
    })
  }
  const now = deps.clock.realNow()
  const expiresAt = now.add({ minutes: pendingMinutes })
  const { text } = await issueToken(tx, deps.keys, tenant.code, {
    kind: 'second-factor',
    subject: id,
    now,
    expiresAt,
    uses: 1,
    details: { of: kind.caller },
  })
  return { pending: { token: text, validUntil: expiresAt.toString() } }
}

/** The session; throws what waits for the passkey, once its transaction is through. */
export function needSession<P extends Person>(begun: Session<P> | Pending): Session<P> {
  if (!('pending' in begun)) return begun
  const { token, validUntil } = begun.pending
  throw fail('passkey-needed', { details: { Vorgang: token, GueltigBis: validUntil } })
}

/** Whether a session has to make a passkey before anything else. */
export const isPasskeyMissing = ({ details }: Pick<Token, 'details'>): boolean =>
  (details as { passkeyMissing?: boolean }).passkeyMissing === true
