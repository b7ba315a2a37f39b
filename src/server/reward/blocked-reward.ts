import type { Tenant } from '../../domain/tenant.ts'
import { refuseListed } from '../account/refuse-blocked.ts'
import { listBlocked } from '../account/store.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { findContact, type Reward } from './store.ts'

// Rewards of a blocked account are held: not provided, collected, expired or paid until unblocked. Payments at the bank continue.
// (In SQL: `isWaiting` in store.ts.)

export const isAllBlocked = (tenant: Pick<Tenant, 'accountsBlockedOn'>): boolean =>
  tenant.accountsBlockedOn !== null

/** The accounts whose rewards wait, of those of the rewards. */
export async function listWaiting(
  tx: Tx,
  tenant: Tenant,
  rewards: readonly Pick<Reward, 'account_id'>[],
): Promise<Set<string | null>> {
  const ids = [...new Set(rewards.flatMap(({ account_id: id }) => id ?? []))]
  return new Set(isAllBlocked(tenant) ? ids : await listBlocked(tx, tenant.code, ids))
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
  if (id !== null && (await listBlocked(tx, tenant.code, [id])).length > 0)
    throw fail('blocked-single')
  const owner = await findContact(tx, tenant.code, reward_id)
  if (owner) refuseListed(tenant, owner.email)
}
