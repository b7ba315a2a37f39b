import { sql } from 'kysely'
import { keepsPlan, keptIfFew, type Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import type { Account, NewAccount } from './store.ts'

const keptColumns = [
  'account_id',
  'email',
  'first_name',
  'last_name',
  'language',
  'password_hash',
  'confirmed_at',
  'blocked_on',
  'agency_id',
  'agency_user_id',
] as const
export type KeptAccount = Pick<Account, (typeof keptColumns)[number]>

/**
 * The account of an address, created unconfirmed if new, and kept for the transaction. Both statements always run, in one round
 * trip, so that timing reveals nothing; strangers never overwrite data.
 */
export async function ensureAccount(
  tx: Tx,
  tenant: string,
  wanted: NewAccount,
  now: Temporal.Instant,
): Promise<Ensured> {
  const [ensured] = await ensureAccounts(tx, tenant, [{ ...wanted, created_at: now.toString() }])
  return ensured!
}

type Ensured = { account: KeptAccount; created: boolean }

/** The same of several addresses, each another, in their order. */
export async function ensureAccounts(
  tx: Tx,
  tenant: string,
  wanted: readonly (NewAccount & { created_at: string })[],
): Promise<Ensured[]> {
  // In one order, so that two never wait for each other.
  const sorted = wanted.toSorted((a, b) => (a.email < b.email ? -1 : 1))
  const ensure = async () => {
    const [, rows] = await together([
      () =>
        tx
          .insertInto('accounts')
          .values(sorted.map((one) => ({ tenant, ...one })))
          .onConflict((conflict) => conflict.columns(['tenant', 'email']).doNothing())
          .modifyEnd(keptIfFew(sorted.length))
          .execute(),
      () =>
        listKept(
          tx,
          tenant,
          sorted.map(({ email }) => email),
        ),
    ])
    return new Map(rows.map((row) => [row.email, row as KeptAccount]))
  }
  let found = await ensure()
  // The sweep deleted one between the two.
  if (found.size < wanted.length) found = await ensure()
  return wanted.map(({ email, account_id }) => {
    const account = found.get(email)
    if (!account) throw new Error('An account that was just made is not there')
    return { account, created: account.account_id === account_id }
  })
}

const listKept = (tx: Tx, tenant: string, emails: string[]) =>
  tx
    .selectFrom('accounts')
    .select(keptColumns)
    .modifyFront(keepsPlan)
    .where('tenant', '=', tenant)
    .where('email', '=', sql<string>`any(${emails}::text[])`)
    .where('deleted_at', 'is', null)
    .orderBy('email')
    .forKeyShare()
    .execute()
