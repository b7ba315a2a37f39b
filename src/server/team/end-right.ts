import { isForKeys, type OperatorRole } from '../../domain/operator-abilities.ts'
import { audit } from '../base/audit-store.ts'
import { revokeTokens } from '../base/token-store.ts'
import type { Tx } from '../db/connection.ts'
import { endApiKey } from './end-api-key.ts'
import type { Change } from './invite.ts'
import { listLivingKeys } from './key-store.ts'
import { tellOfKeys } from './left-keys.ts'
import { endGrantOf, listGrantsAt, lockTeam } from './store.ts'

/**
 * Ends somebody's right at the tenant of the transaction, at once, and with the last one their invitation; false if they have none. The caller
 * judges whether an admin is left.
 */
export async function endRightAs(
  tx: Tx,
  { deps, tenant, actor, reason }: Change,
  grant: { operatorId: string; role: OperatorRole; endKeys?: boolean },
): Promise<boolean> {
  const { code } = tenant
  await lockTeam(tx, code)
  const now = deps.clock.realNow()
  if (!(await endGrantOf(tx, code, { ...grant, by: actor.id }, now))) return false
  const left = await listGrantsAt(tx, code, now)
  if (!left.some(({ operator_id }) => operator_id === grant.operatorId))
    await revokeTokens(tx, code, 'operator-invitation', grant.operatorId, now)
  await audit(tx, code, {
    at: deps.clock.now(),
    actor,
    action: 'end-right',
    subjectKind: 'operator',
    subjectId: grant.operatorId,
    change: { before: { role: grant.role }, after: null },
    reason,
  })
  await leaveKeys(tx, { deps, tenant, actor, reason }, grant)
  return true
}

/** What becomes of the API keys that somebody made here, if making one takes the right that they lose. */
async function leaveKeys(
  tx: Tx,
  { deps, tenant: { code }, actor, reason }: Change,
  { operatorId: maker, role, endKeys: isEnded = false }: Parameters<typeof endRightAs>[2],
): Promise<void> {
  if (!isForKeys(role)) return
  const keys = (await listLivingKeys(tx, code, deps.clock.realNow())).filter(
    (key) => key.maker === maker,
  )
  if (keys.length === 0) return
  if (isEnded)
    for (const key of keys) await endApiKey(tx, deps, code, key, { actor: { ...actor, reason } })
  await tellOfKeys(tx, deps, code, { maker, keys, isEnded })
}
