import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'
import { recordReport } from '../reports/rows-store.ts'

/** The bank's booking day, told after the payments themselves. */
export async function correctPaidAt(
  tx: Tx,
  tenant: string,
  paid: { rewardIds: readonly string[]; payoutIds: readonly string[]; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('rewards')
    .set({ paid_at: paid.at.toString() })
    .where('tenant', '=', tenant)
    .where('reward_id', '=', sql<string>`any(${[...paid.rewardIds]}::uuid[])`)
    .where('payout_id', '=', sql<string>`any(${[...paid.payoutIds]}::uuid[])`)
    .where('state', '=', 'paid')
    .execute()
  await recordReport(tx, tenant, 'rewards', paid.rewardIds)
}
