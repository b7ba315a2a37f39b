import { platformCode } from '../../domain/platform.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { revokeTokensOfKey } from '../base/lost-key-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { listTraces, type Traces } from './session-traces-store.ts'

type Ended = { ended: number; traces: (Traces & { tenant: string })[] }

/** Revokes every token made with these keys of SECRET_KEY in all tenants and at the platform; returns their number and what their sessions left. */
export async function endLeakedLinks(deps: Deps, keys: string[], actor: Actor): Promise<Ended> {
  let ended = 0
  const traces: Ended['traces'] = []
  for (const code of await deps.tenants.codes()) {
    ended += await withTenant(deps.db, code, async (tx) => {
      const count = await revokeTokensOfKey(tx, code, keys, deps.clock.realNow())
      await audit(tx, code, {
        at: deps.clock.now(),
        actor,
        action: 'key-leaked',
        subjectKind: 'tenant',
        subjectId: code,
        details: { keys },
        change: { before: { open: count }, after: { open: 0 } },
      })
      // Operators collect no rewards.
      if (code !== platformCode)
        traces.push({ tenant: code, ...(await listTraces(tx, code, { keys })) })
      return count
    })
  }
  return { ended, traces }
}
