import { sql } from 'kysely'
import { recordReport } from '../reports/rows-store.ts'
import type { Tx } from '../db/connection.ts'

/** A referral's uncancelled orders, locking it; null: not found. */
export async function countLivingOrders(
  tx: Tx,
  tenant: string,
  number: string,
): Promise<number | null> {
  const referral = await tx
    .selectFrom('referrals')
    .select('number')
    .where('tenant', '=', tenant)
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst()
  if (!referral) return null
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from orders
    where tenant = ${tenant} and referral_number = ${number} and state <> 'cancelled'`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function markReferralCancelled(
  tx: Tx,
  tenant: string,
  number: string,
  at: Temporal.Instant,
): Promise<boolean> {
  const result = await tx
    .updateTable('referrals')
    .set({ state: 'cancelled', cancelled_at: at.toString() })
    .where('tenant', '=', tenant)
    .where('number', '=', number)
    .where('state', '<>', 'cancelled')
    .executeTakeFirst()
  const updated = result.numUpdatedRows === 1n
  if (updated) await recordReport(tx, tenant, 'referrals', [number])
  return updated
}
