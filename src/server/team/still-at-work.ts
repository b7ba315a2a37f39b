import { platformCode } from '../../domain/platform.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { isOpen } from '../base/token-store.ts'
import type { Deps } from '../context.ts'
import { onPlatform, withTenant, type Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import type { OperatorCaller } from './session.ts'
import { findOperator, listGrantsAt, listGrantsOf } from './store.ts'

/** For long calls: throws once the session or one of its roles at the tenant has ended. */
export async function checkStillAtWork(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  tenant: string,
  { tokenId, operatorId, roles, expiresAt }: OperatorCaller,
): Promise<void> {
  const now = clock.realNow()
  const [isHeld, grants] = await withTenant(db, platformCode, async (tx) => [
    await isOpen(tx, platformCode, tokenId),
    await listGrantsOf(tx, operatorId, now),
  ])
  const held = grants.filter((grant) => grant.tenant === tenant).map(({ role }) => role)
  const isOver = Temporal.Instant.compare(expiresAt, now) <= 0
  if (!isHeld || isOver || roles.some((role) => !held.includes(role))) throw fail('session-missing')
}

/** For jobs: the roles that somebody has at the tenant of the transaction; none while they are shut out, until they accept anew. */
export async function rolesAtWork(
  tx: Tx,
  tenant: string,
  operatorId: string,
  now: Temporal.Instant,
): Promise<OperatorRole[]> {
  const grants = await listGrantsAt(tx, tenant, now)
  const operator = await onPlatform(tx, tenant, () => findOperator(tx, operatorId))
  if (!operator?.joined_at) return []
  return grants.filter((one) => one.operator_id === operatorId).map(({ role }) => role)
}
