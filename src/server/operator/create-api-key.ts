import { audit, type Actor } from '../base/audit-store.ts'
import { issueToken } from '../base/token-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { listApiKeys } from './tenant-store.ts'

/** Makes an API key; null if a living one has this name. Its text is known once. */
export async function createApiKey(
  tx: Tx,
  deps: Pick<Deps, 'keys' | 'clock'>,
  tenant: string,
  { name, login }: { name: string; login: boolean },
  actor: Actor,
): Promise<{ id: string; text: string } | null> {
  const known = await listApiKeys(tx, tenant)
  if (known.some(({ subject, revoked_at }) => subject === name && revoked_at === null)) return null
  const issued = await issueToken(tx, deps.keys, tenant, {
    kind: 'api-key',
    subject: name,
    now: deps.clock.realNow(),
    expiresAt: null,
    uses: null,
    ...(login ? { details: { login: true } } : {}),
  })
  await audit(tx, tenant, {
    at: deps.clock.now(),
    actor,
    action: 'api-key-created',
    subjectKind: 'api-key',
    subjectId: issued.id,
    change: { before: null, after: { name, login } },
  })
  return issued
}
