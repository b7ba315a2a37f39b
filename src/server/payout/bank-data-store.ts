import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

export type BankData = {
  reward_id: string
  holder: string
  iban_encrypted: string
  iban_mask: string
  bic: string | null
}

export function readBankData(tx: Tx, tenant: string, rewardIds: string[]): Promise<BankData[]> {
  return tx
    .selectFrom('reward_bank_data')
    .select(['reward_id', 'holder', 'iban_encrypted', 'iban_mask', 'bic'])
    .where('tenant', '=', tenant)
    .where('reward_id', '=', sql<string>`any(${rewardIds}::uuid[])`)
    .execute()
}

/** The bank data stored with a payment. */
export function findPaidTo(tx: Tx, tenant: string, payoutId: string) {
  return tx
    .selectFrom('payouts')
    .select(['holder', 'iban_encrypted', 'bic'])
    .where('tenant', '=', tenant)
    .where('payout_id', '=', payoutId)
    .executeTakeFirstOrThrow()
}
