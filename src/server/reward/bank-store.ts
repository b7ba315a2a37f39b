import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

export type StoredBankData = {
  holder: string
  iban_encrypted: string
  iban_mask: string
  iban_hash: string
  iban_end: string | null // null in old rows
  bic: string | null
}

const columns = ['holder', 'iban_encrypted', 'iban_mask', 'iban_hash', 'iban_end', 'bic'] as const

export function findRewardBankData(
  tx: Tx,
  tenant: string,
  rewardId: string,
): Promise<StoredBankData | undefined> {
  return tx
    .selectFrom('reward_bank_data')
    .select(columns)
    .where('tenant', '=', tenant)
    .where('reward_id', '=', rewardId)
    .executeTakeFirst()
}

/** Replaces bank data of an earlier collection whose payment was returned. */
export async function saveRewardBankData(
  tx: Tx,
  tenant: string,
  rewardId: string,
  data: StoredBankData,
  at: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('reward_bank_data')
    .values({ tenant, reward_id: rewardId, ...data, created_at: at.toString() })
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'reward_id']).doUpdateSet((eb) => ({
        holder: eb.ref('excluded.holder'),
        iban_encrypted: eb.ref('excluded.iban_encrypted'),
        iban_mask: eb.ref('excluded.iban_mask'),
        iban_hash: eb.ref('excluded.iban_hash'),
        iban_end: eb.ref('excluded.iban_end'),
        bic: eb.ref('excluded.bic'),
        bank_spells: null,
        created_at: eb.ref('excluded.created_at'),
      })),
    )
    .execute()
}

export function findBankAccount(
  tx: Tx,
  tenant: string,
  accountId: string,
): Promise<StoredBankData | undefined> {
  return tx
    .selectFrom('bank_accounts')
    .select(columns)
    .where('tenant', '=', tenant)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

export async function saveBankAccount(
  tx: Tx,
  tenant: string,
  accountId: string,
  data: StoredBankData,
  at: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('bank_accounts')
    .values({ tenant, account_id: accountId, ...data, updated_at: at.toString() })
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'account_id']).doUpdateSet((eb) => ({
        holder: eb.ref('excluded.holder'),
        iban_encrypted: eb.ref('excluded.iban_encrypted'),
        iban_mask: eb.ref('excluded.iban_mask'),
        iban_hash: eb.ref('excluded.iban_hash'),
        iban_end: eb.ref('excluded.iban_end'),
        bic: eb.ref('excluded.bic'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute()
}

/** Stores an account's first bank data; false if there is one already. */
export async function keepFirstBankAccount(
  tx: Tx,
  tenant: string,
  accountId: string,
  data: StoredBankData,
  at: Temporal.Instant,
): Promise<boolean> {
  const result = await tx
    .insertInto('bank_accounts')
    .values({ tenant, account_id: accountId, ...data, updated_at: at.toString() })
    .onConflict((conflict) => conflict.columns(['tenant', 'account_id']).doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function removeBankAccount(
  tx: Tx,
  tenant: string,
  accountId: string,
): Promise<boolean> {
  const result = await tx
    .deleteFrom('bank_accounts')
    .where('tenant', '=', tenant)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** The other side's rewards of an order collected to one of these bank accounts (hashes of one IBAN). */
export async function listSameAccount(
  tx: Tx,
  tenant: string,
  asked: { orderNumber: string; except: string; ibanHashes: string[] },
): Promise<string[]> {
  const { rows } = await sql<{ reward_id: string }>`
    select rewards.reward_id
    from rewards join reward_bank_data
      on reward_bank_data.tenant = ${tenant} and reward_bank_data.reward_id = rewards.reward_id
    where rewards.tenant = ${tenant} and rewards.order_number = ${asked.orderNumber}
      and rewards.reward_id <> ${asked.except} and reward_bank_data.iban_hash = any(${asked.ibanHashes})
    order by rewards.reward_id`.execute(tx)
  return rows.map((row) => row.reward_id)
}

/** Whether the order's referrer has stored one of these bank accounts. */
export async function isReferrersAccount(
  tx: Tx,
  tenant: string,
  orderNumber: string,
  ibanHashes: string[],
): Promise<boolean> {
  const { rows } = await sql`
    select from orders
      join referrals on referrals.tenant = ${tenant} and referrals.number = orders.referral_number
      join bank_accounts on bank_accounts.tenant = ${tenant} and bank_accounts.account_id = referrals.account_id
    where orders.tenant = ${tenant} and orders.number = ${orderNumber}
      and bank_accounts.iban_hash = any(${ibanHashes})`.execute(tx)
  return rows.length > 0
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
