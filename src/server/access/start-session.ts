import { sessionLifetimes } from '../../domain/session-lifetime.ts'
import { noteLogIn } from '../base/current-request.ts'
import { issueToken } from '../base/token-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import type { Kind, Person, Session } from './kind.ts'

/** Starts a session, by default as long as its kind lasts at most. Throws if access is denied, also meanwhile; support may look. */
export async function startSession<P extends Person>(
  tx: Tx,
  deps: Pick<Deps, 'keys' | 'clock'>,
  tenant: string,
  kind: Pick<Kind<P>, 'caller' | 'session' | 'keep'>,
  id: string,
  options: {
    hours?: number
    spentSeconds?: number // since the login at a provider, from which the hours count
    support?: boolean
    device?: string // as deviceOf() names it
    details?: Record<string, unknown>
    passwordHash?: string | null // the hash that was checked; must still be current
  } = {},
): Promise<Session<P>> {
  const {
    hours = sessionLifetimes[kind.caller].hours,
    spentSeconds = 0,
    support = false,
    device,
    details,
    passwordHash,
  } = options
  const person = await kind.keep(tx, tenant, id, support)
  if (passwordHash !== undefined && passwordHash !== person?.password_hash)
    throw fail('wrong-credentials')
  if (!person) throw fail('blocked-single')
  const now = deps.clock.realNow()
  const expiresAt = now.add({ hours }).subtract({ seconds: spentSeconds })
  const { id: tokenId, text } = await issueToken(tx, deps.keys, tenant, {
    kind: kind.session,
    subject: id,
    now,
    expiresAt,
    uses: null,
    details: { ...details, ...(device ? { device } : {}) },
  })
  noteLogIn(kind.caller, id)
  return { token: text, tokenId, expiresAt, support, person }
}
