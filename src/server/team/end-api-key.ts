import { audit, type Actor } from '../base/audit-store.ts'
import { revokeTokensByApiKey } from '../base/lost-key-store.ts'
import { revokeToken } from '../base/token-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import type { LivingKey } from './key-store.ts'

/** Ends a living API key with every link and session that it opened; returns their number. */
export async function endApiKey(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: string,
  { token_id: id, subject: name }: Pick<LivingKey, 'token_id' | 'subject'>,
  { actor, why }: { actor: Actor; why?: 'published' },
): Promise<number> {
  const now = deps.clock.realNow()
  await revokeToken(tx, tenant, id, now)
  const ended = await revokeTokensByApiKey(tx, tenant, id, now)
  await audit(tx, tenant, {
    at: deps.clock.now(),
    actor,
    action: 'api-key-revoked',
    subjectKind: 'api-key',
    subjectId: id,
    details: { ended, ...(why ? { why } : {}) },
    change: { before: { name }, after: null },
  })
  return ended
}
