import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'
import { findAccountByEmail, type Account } from './store.ts'

// An account that somebody made with an address, and that nobody has shown to be theirs: no link of a mail to it was ever used.

const unproven = (tenant: string) => sql`
  accounts.tenant = ${tenant} and accounts.deleted_at is null and accounts.blocked_on is null
    and accounts.confirmed_at is null and accounts.newsletter_opted_in_at is null and accounts.password_hash is null
    and not exists (select from bank_accounts
      where bank_accounts.tenant = ${tenant} and bank_accounts.account_id = accounts.account_id)
    and not exists (select from rewards
      where rewards.tenant = ${tenant} and rewards.account_id = accounts.account_id and rewards.collected_at is not null)`

/** The account that an address belongs to; not one that gives way to whoever proves the address (reward/give-way.ts). @param email normalised */
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
 * The id of an address's unproven account, locked against whoever proves it just now or adds something to it. Its links come first, as
 * whoever uses one of them goes on to the account; looked at again after that, so that who was first has the address.
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
