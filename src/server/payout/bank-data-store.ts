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

/** Deletes the bank data given for this reward. */
export async function deleteBankData(tx: Tx, tenant: string, rewardId: string): Promise<void> {
  await tx
    .deleteFrom('reward_bank_data')
    .where('tenant', '=', tenant)
    .where('reward_id', '=', rewardId)
    .execute()
}

/** Deletes the referrer's stored bank account if it equals this reward's. */
export async function forgetBankAccount(tx: Tx, tenant: string, rewardId: string): Promise<void> {
  await sql`
    delete from bank_accounts using rewards, reward_bank_data as used
     where bank_accounts.tenant = ${tenant} and rewards.tenant = ${tenant} and used.tenant = ${tenant}
       and rewards.reward_id = ${rewardId} and used.reward_id = ${rewardId}
       and bank_accounts.account_id = rewards.account_id and bank_accounts.iban_hash = used.iban_hash`.execute(
    tx,
  )
}
