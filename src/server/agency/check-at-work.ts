import { tokenState } from '../base/token-store.ts'
import type { Caller, Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { roleOf } from './role-of.ts'
import { findAgencySessionById } from './session-store.ts'
import { agencyUserOf } from './session.ts'

/**
 * For calls that go on for a while: refuses to go on where the session of the call has ended since it began, or the person works in
 * another role now. Who leaves is out at once, not at the end of a long file.
 */
export async function checkAtWork(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  tenant: string,
  caller: Caller,
): Promise<void> {
  const { tokenId, role } = agencyUserOf(caller)
  const found = await findAgencySessionById(tx, tenant, tokenId)
  const isOpen = found && tokenState(found, clock.realNow()) === 'valid'
  if (!isOpen || roleOf(found) !== role) throw fail('session-missing')
}
