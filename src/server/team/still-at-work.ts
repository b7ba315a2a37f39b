import { platformCode } from '../../domain/platform.ts'
import { isOpen } from '../base/token-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import type { OperatorCaller } from './session.ts'
import { listGrantsOf } from './store.ts'

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
