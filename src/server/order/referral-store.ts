import { sql } from 'kysely'
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
