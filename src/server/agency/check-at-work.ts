import { isOpen } from '../base/token-store.ts'
import type { Caller, Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { roleOf } from './role-of.ts'
import { agencyUserOf } from './session.ts'
import { findMember } from './store.ts'
import { together } from '../db/together.ts'

/**
 * For long calls: throws once the session has ended or the role changed, so that removed users are out at once, not after a long
 * file.
 */
export async function checkAtWork(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  tenant: string,
  caller: Caller,
): Promise<void> {
  const { tokenId, userId, role, expiresAt } = agencyUserOf(caller)
  const [isHeld, member] = await together([
    () => isOpen(tx, tenant, tokenId),
    () => findMember(tx, tenant, userId),
  ])
  const isOver = Temporal.Instant.compare(expiresAt, clock.realNow()) <= 0
  if (!isHeld || isOver || !member || roleOf(member) !== role) throw fail('session-missing')
}
