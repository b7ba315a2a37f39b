import { audit, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { countChecks } from '../reward/payee-check-store.ts'
import { lockFile, markTold } from './cancel-file-store.ts'

/**
 * Notes that the bank was told to execute a file as a whole, in spite of what it found of the payees. Whoever had begun to take the file
 * back has not: it would be paid twice. `over`: nothing was found, it was taken back, or this was said before.
 */
export async function tellBank(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: string,
  batchId: string,
  actor: Actor,
): Promise<'told' | 'over'> {
  const file = await lockFile(tx, tenant, batchId)
  if (!file || file.cancelled_at || file.told_at) return 'over'
  if ((await countChecks(tx, tenant, [batchId])).length === 0) return 'over'
  const at = deps.clock.now()
  await markTold(tx, tenant, batchId, { by: actor.id, at })
  await audit(tx, tenant, {
    at,
    actor,
    action: 'payout-file-told',
    subjectKind: 'payout-batch',
    subjectId: batchId,
    details: file.cancel_by === null ? {} : { proposedBy: file.cancel_by },
    change: {
      before: { state: file.cancel_by === null ? 'open' : 'proposed' },
      after: { state: 'told' },
    },
  })
  return 'told'
}
