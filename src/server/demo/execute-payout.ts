import type { Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { writeStatusReport } from '../gateways/bank-files/write-status-report.ts'
import { applyBankFile } from '../payout/apply-status.ts'
import type { BankFileReport } from '../payout/bank-file-report.ts'
import { showBatch } from '../payout/list-batches.ts'
import { endToEndIdOf } from '../payout/batch-ids.ts'

/** The bank's part of a payout file: executes all of it, and its pain.002 (all ACSC) is applied. Throws `not-found`. */
export async function executePayout(
  deps: Deps,
  tenant: string,
  batchId: string,
  actor: Actor,
): Promise<BankFileReport> {
  const { batch, payouts } = await showBatch(deps, tenant, batchId)
  const file = writeStatusReport({
    messageId: `ST-${batch.batch_id}`,
    createdAt: deps.clock.now(),
    originalMessageId: batch.message_id,
    transactions: payouts.map((payout) => ({
      endToEndId: endToEndIdOf(payout.payout_id),
      status: 'ACSC',
    })),
  })
  return applyBankFile(deps, tenant, new TextEncoder().encode(file), actor)
}
