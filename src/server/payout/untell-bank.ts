import { audit, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { lockFile, markUntold } from './cancel-file-store.ts'

/**
 * Takes back the note that the bank was told to execute a file: the file is as before, and two people can cancel it. `over`: there is no
 * such note. `at-bank`: the bank has said that it has the file. `own`: only somebody else takes it back.
 * @param aloneReason of a tenant where nobody else could
 */
export async function untellBank(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: string,
  batchId: string,
  { actor, aloneReason }: { actor: Actor; aloneReason: string | null },
): Promise<'untold' | 'over' | 'at-bank' | 'own'> {
  const file = await lockFile(tx, tenant, batchId)
  if (!file || file.cancelled_at || file.told_by === null) return 'over'
  if (file.touched > 0) return 'at-bank'
  const isOwn = file.told_by === actor.id
  if (isOwn && aloneReason === null) return 'own'
  const at = deps.clock.now()
  const from = file.told_by
  await markUntold(tx, tenant, batchId, {
    from,
    by: actor.id,
    at,
    aloneReason: isOwn ? aloneReason : null,
  })
  await audit(tx, tenant, {
    at,
    actor,
    action: 'payout-file-untold',
    subjectKind: 'payout-batch',
    subjectId: batchId,
    details: { proposedBy: from },
    change: { before: { state: 'told' }, after: { state: 'open' } },
  })
  return 'untold'
}
