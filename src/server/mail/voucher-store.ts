import type { Tx } from '../db/connection.ts'

export function findVoucherCodes(tx: Tx, tenant: string, rewardId: string) {
  return tx
    .selectFrom('vouchers')
    .select(['voucher_id', 'code_encrypted'])
    .where('tenant', '=', tenant)
    .where('reward_id', '=', rewardId)
    .orderBy('cents', 'desc')
    .orderBy('voucher_id')
    .execute()
}
