import { audit, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { notify } from '../db/notify.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { StoredTenant } from '../tenant/read-tenant.ts'
import { findStoredTenant, saveTenant } from '../tenant/store.ts'
import { endAllSessions, extendRewards } from './block-store.ts'

/**
 * The general block (spec section 8): no account of the tenant takes part until it ends. Contacts go on with what they were promised.
 * Answers how many sessions ended, or null when it was so before.
 */
export async function blockAllAccounts(
  deps: Pick<Deps, 'db' | 'clock' | 'tenants'>,
  code: string,
  actor: Actor,
): Promise<number | null> {
  const stored = await findStoredTenant(deps.db, code)
  if (!stored || stored.accountsBlockedOn) return null
  const accountsBlockedOn = deps.clock.today().toString()
  await withTenant(deps.db, code, (tx) =>
    save(tx, deps, { ...stored, accountsBlockedOn }, 'accounts-blocked', actor),
  )
  // Only now, so that no server that still knows the tenant as it was opens another one after it.
  deps.tenants.forget(code)
  return withTenant(deps.db, code, (tx) => endAllSessions(tx, code, deps.clock.realNow()))
}

/** Ends it; answers whether there was one. Accounts that are blocked by themselves stay so. */
export async function unblockAllAccounts(
  deps: Pick<Deps, 'db' | 'clock' | 'tenants'>,
  code: string,
  actor: Actor,
): Promise<boolean> {
  const stored = await findStoredTenant(deps.db, code)
  const since = stored?.accountsBlockedOn
  if (!stored || !since) return false
  await withTenant(deps.db, code, async (tx) => {
    await save(tx, deps, { ...stored, accountsBlockedOn: null }, 'accounts-unblocked', actor)
    await extendRewards(tx, code, null, since, deps.clock.today())
    await enqueue(tx, code, 'provide-rewards', {})
  })
  deps.tenants.forget(code)
  return true
}

async function save(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  stored: StoredTenant,
  action: string,
  actor: Actor,
): Promise<void> {
  const at = deps.clock.now()
  await saveTenant(tx, stored, at)
  await audit(tx, stored.code, {
    at,
    actor,
    action,
    subjectKind: 'tenant',
    subjectId: stored.code,
  })
  // Every running server keeps tenants in memory.
  await notify(tx, 'zuspruch_tenants', stored.code)
}
