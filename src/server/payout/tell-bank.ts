import { audit, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { countChecks, filesCheckedBy } from '../reward/payee-check-store.ts'
import { lockFile, markTold } from './cancel-file-store.ts'

/**
 * Notes that the bank was told to execute a file as a whole, in spite of what it found of the payees. Whoever had begun to take the file
 * back has not: it would be paid twice. `over`: nothing was found, it was taken back, or this was said before. `own`: the actor handed
 * the check in, or their note was the last one that somebody else took back. @param aloneReason of a tenant where nobody else could
 */
export async function tellBank(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: string,
  batchId: string,
  { actor, aloneReason }: { actor: Actor; aloneReason: string | null },
): Promise<'told' | 'over' | 'own'> {
  const file = await lockFile(tx, tenant, batchId)
  if (!file || file.cancelled_at || file.told_at) return 'over'
  if ((await countChecks(tx, tenant, [batchId])).length === 0) return 'over'
  if (aloneReason === null && (await whyNotTell(tx, tenant, [file], actor.id)).size > 0)
    return 'own'
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

/** Of which files somebody else has to note it, and why. */
export async function whyNotTell(
  tx: Tx,
  tenant: string,
  files: readonly { batch_id: string; untold_from: string | null }[],
  operatorId: string,
): Promise<Map<string, 'own-check' | 'own-note'>> {
  const ids = files.map(({ batch_id: id }) => id)
  const checked = await filesCheckedBy(tx, tenant, ids, operatorId)
  const noted = files.filter(({ untold_from: from }) => from === operatorId)
  return new Map([
    ...checked.map((id) => [id, 'own-check'] as const),
    ...noted.map(({ batch_id: id }) => [id, 'own-note'] as const),
  ])
}
