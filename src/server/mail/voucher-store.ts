import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

/** A reward's codes, without those that were replaced. */
export function findVoucherCodes(tx: Tx, tenant: string, rewardId: string) {
  return tx
    .selectFrom('vouchers')
    .select(['voucher_id', 'code_encrypted', 'cents'])
    .where('tenant', '=', tenant)
    .where('reward_id', '=', rewardId)
    .where('faulty_at', 'is', null)
    .orderBy('cents', 'desc')
    .orderBy('voucher_id')
    .execute()
}

/** Whether a reward's person is gone (account deleted or recipient forgotten). */
export async function isNobodys(tx: Tx, tenant: string, rewardId: string): Promise<boolean> {
  const { rows } = await sql`
    select from rewards
      left join recipients on recipients.tenant = ${tenant} and recipients.number = rewards.recipient_number
    where rewards.tenant = ${tenant} and rewards.reward_id = ${rewardId} and rewards.account_id is null
      and coalesce(recipients.state, 'withdrawn') = 'withdrawn'`.execute(tx)
  return rows.length > 0
}
