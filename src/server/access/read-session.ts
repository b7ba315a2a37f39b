import { findToken, tokenState, type Token } from '../base/token-store.ts'
import type { Deps } from '../context.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import type { SessionSource } from './kind.ts'
import { isInUse, markUse } from './session-use.ts'

export type SessionToken = Token & { expires_at: Temporal.Instant }

/** `read` applied to the valid session of a token text, or null. */
export async function readSession<T>(
  deps: Pick<Deps, 'db' | 'clock'>,
  tenant: Tenant,
  kind: Pick<SessionSource, 'caller' | 'session' | 'isOffered' | 'stands'>,
  text: string | null | undefined,
  read: (tx: Tx, token: SessionToken) => Promise<T | null>,
): Promise<T | null> {
  if (!text || text.length > 200 || !kind.isOffered(tenant)) return null
  return withTenant(deps.db, tenant.code, async (tx) => {
    const token = await findToken(tx, tenant.code, kind.session, text)
    // Sessions always expire.
    const now = deps.clock.realNow()
    if (!token?.expires_at || tokenState(token, now) !== 'valid') return null
    if (!isInUse(token, kind.caller, now)) return null
    // Not beside `read`: it may look at the platform's rows.
    if (kind.stands && !(await kind.stands(tx, tenant, token, now))) return null
    const found = await read(tx, token as SessionToken)
    if (found !== null) await markUse(tx, tenant.code, token, kind.caller, now)
    return found
  })
}
