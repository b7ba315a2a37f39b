import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'
import { findAccountByEmail, type Account } from './store.ts'

// An account nobody has proven to own: no mailed link was ever used.

const unproven = (tenant: string) => sql`
  accounts.tenant = ${tenant} and accounts.deleted_at is null and accounts.blocked_on is null
    and accounts.confirmed_at is null and accounts.newsletter_opted_in_at is null and accounts.password_hash is null
    and not exists (select from bank_accounts
      where bank_accounts.tenant = ${tenant} and bank_accounts.account_id = accounts.account_id)
    and not exists (select from rewards
      where rewards.tenant = ${tenant} and rewards.account_id = accounts.account_id and rewards.collected_at is not null)`

/** The account of an address, unless it gives way to the prover of the address (reward/give-way.ts). @param email normalised */
export async function findProvenAccount(
  tx: Tx,
  tenant: string,
  email: string,
): Promise<Account | undefined> {
  const found = await findAccountByEmail(tx, tenant, email)
  if (!found) return undefined
  const { rows } = await sql`
    select from accounts where ${unproven(tenant)} and account_id = ${found.account_id}`.execute(tx)
  return rows.length > 0 ? undefined : found
}

/**
 * The id of an address's unproven account, locked against proofs and additions. Its links are locked first, as using one goes on
 * to the account; checked again afterwards, so that the first one has the address.
 */
export async function lockUnproven(
  tx: Tx,
  tenant: string,
  email: string,
): Promise<string | undefined> {
  const found = await findAccountByEmail(tx, tenant, email)
  if (!found) return undefined
  const id = found.account_id
  await sql`
    select from tokens where tenant = ${tenant} and kind in ('own-referral', 'set-password') and subject = ${id}
    order by token_id for update`.execute(tx)
  await sql`select from accounts where tenant = ${tenant} and account_id = ${id} for update`.execute(
    tx,
  )
  const { rows } = await sql<{ id: string }>`
    select account_id as id from accounts where ${unproven(tenant)} and account_id = ${id}`.execute(
    tx,
  )
  return rows[0]?.id
}
