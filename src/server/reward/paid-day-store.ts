import type { Tx } from '../db/connection.ts'
import { recordReport } from '../reports/rows-store.ts'

/** The bank's booking day, told after the payment itself. */
export async function correctPaidAt(
  tx: Tx,
  tenant: string,
  { rewardId, payoutId, at }: { rewardId: string; payoutId: string; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('rewards')
    .set({ paid_at: at.toString() })
    .where('tenant', '=', tenant)
    .where('reward_id', '=', rewardId)
    .where('payout_id', '=', payoutId)
    .where('state', '=', 'paid')
    .execute()
  await recordReport(tx, tenant, 'rewards', [rewardId])
}
