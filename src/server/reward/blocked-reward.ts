import type { Tenant } from '../../domain/tenant.ts'
import { refuseListed } from '../account/refuse-blocked.ts'
import { findAccount } from '../account/store.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { findContact, type Reward } from './store.ts'

// Rewards of a blocked account are held: not provided, collected, expired or paid until unblocked. Payments at the bank continue.
// (In SQL: `isWaiting` in store.ts.)

export const isAllBlocked = (tenant: Pick<Tenant, 'accountsBlockedOn'>): boolean =>
  tenant.accountsBlockedOn !== null

export async function isRewardWaiting(
  tx: Tx,
  tenant: Tenant,
  { account_id: id }: Pick<Reward, 'account_id'>,
): Promise<boolean> {
  if (id === null) return false
  return isAllBlocked(tenant) || (await isAccountBlocked(tx, tenant.code, id))
}

/**
 * Tells the link's holder why the reward cannot be collected. The lists are asked as they are now, also about contacts, who have
 * no account.
 */
export async function refuseWaiting(
  tx: Tx,
  tenant: Tenant,
  { reward_id, account_id: id }: Pick<Reward, 'reward_id' | 'account_id'>,
): Promise<void> {
  if (id !== null && isAllBlocked(tenant)) throw fail('blocked-general')
  if (id !== null && (await isAccountBlocked(tx, tenant.code, id))) throw fail('blocked-single')
  const owner = await findContact(tx, tenant.code, reward_id)
  if (owner) refuseListed(tenant, owner.email)
}

async function isAccountBlocked(tx: Tx, tenant: string, id: string): Promise<boolean> {
  return ((await findAccount(tx, tenant, id))?.blocked_on ?? null) !== null
}
