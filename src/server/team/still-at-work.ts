import { platformCode } from '../../domain/platform.ts'
import { mayAt, type OperatorNeed, type OperatorRole } from '../../domain/operator-abilities.ts'
import { isInUse } from '../access/session-use.ts'
import { findTokenById, isOpen, tokenState } from '../base/token-store.ts'
import type { Deps } from '../context.ts'
import { onPlatform, withTenant, type Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { heldSince, type OperatorCaller, type ScriptDetails } from './session.ts'
import { findOperator, listGrantsAt, listGrantsOf, type Grant } from './store.ts'

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

/**
 * For what was opened by an operator's session or token for the command line: the rights it gives since then; null once it has ended. In a
 * transaction of the platform.
 */
export async function grantsOfSession(
  tx: Tx,
  { session, openedAt }: { session: string; openedAt: Temporal.Instant },
  now: Temporal.Instant,
): Promise<Grant[] | null> {
  const token = await findTokenById(tx, platformCode, session)
  if (!token || tokenState(token, now) !== 'valid') return null
  const isSession = token.kind === 'operator-session'
  if (isSession ? !isInUse(token, 'operator', now) : token.kind !== 'operator-command') return null
  const operator = await findOperator(tx, token.subject)
  if (!operator?.joined_at) return null
  const grants = heldSince(await listGrantsOf(tx, operator.operator_id, now), openedAt)
  if (isSession) return grants
  const { tenant, roles } = token.details as ScriptDetails
  return heldSince(grants, token.created_at).filter(
    (one) => one.tenant === tenant && roles.includes(one.role),
  )
}

/** Whether what such a session opened at the tenant of the transaction is still its operator's to use. */
export async function mayStill(
  tx: Tx,
  tenant: string,
  {
    session,
    openedAt,
    needs,
  }: { session: string; openedAt: Temporal.Instant; needs: OperatorNeed },
  now: Temporal.Instant,
): Promise<boolean> {
  const grants = await onPlatform(tx, tenant, () => grantsOfSession(tx, { session, openedAt }, now))
  const roles = (grants ?? []).filter((one) => one.tenant === tenant).map(({ role }) => role)
  return mayAt(roles, tenant, needs)
}
