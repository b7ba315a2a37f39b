import { audit, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { notify } from '../db/notify.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { lockStoredTenant, setGeneralBlock } from '../tenant/store.ts'
import { revokeKind } from '../base/token-store.ts'
import { extendRewards } from './block-store.ts'

/**
 * The general block (spec section 8): no account of the tenant takes part. Contacts still get what was promised. Returns the
 * number of ended sessions, or null if already blocked.
 */
export async function blockAllAccounts(
  deps: Pick<Deps, 'db' | 'clock' | 'tenants'>,
  code: string,
  actor: Actor,
): Promise<number | null> {
  const begun = await withTenant(deps.db, code, async (tx) => {
    const stored = await lockStoredTenant(tx, code)
    if (!stored || stored.accountsBlockedOn) return false
    const on = deps.clock.today().toString()
    await save(tx, deps, code, { on, since: null, action: 'accounts-blocked', actor })
    return true
  })
  if (!begun) return null
  deps.tenants.forget(code)
  // Now: a session is opened while it holds off the block or after having seen it (account/session.ts), so these are all.
  return withTenant(deps.db, code, (tx) =>
    revokeKind(tx, code, 'user-session', deps.clock.realNow()),
  )
}

/** Returns whether there was one. Individually blocked accounts stay blocked. */
export async function unblockAllAccounts(
  deps: Pick<Deps, 'db' | 'clock' | 'tenants'>,
  code: string,
  actor: Actor,
): Promise<boolean> {
  const ended = await withTenant(deps.db, code, async (tx) => {
    const since = (await lockStoredTenant(tx, code))?.accountsBlockedOn
    if (!since) return false
    await save(tx, deps, code, { on: null, since, action: 'accounts-unblocked', actor })
    await extendRewards(tx, code, { accountId: null, since, until: deps.clock.today().toString() })
    await enqueue(tx, code, 'provide-rewards', {})
    return true
  })
  deps.tenants.forget(code)
  return ended
}

async function save(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  code: string,
  {
    on,
    since,
    action,
    actor,
  }: {
    on: string | null
    since: string | null
    action: 'accounts-blocked' | 'accounts-unblocked'
    actor: Actor
  },
): Promise<void> {
  const at = deps.clock.now()
  await setGeneralBlock(tx, code, on, at)
  await audit(tx, code, {
    at,
    actor,
    action,
    subjectKind: 'tenant',
    subjectId: code,
    change: { before: { blockedOn: since }, after: { blockedOn: on } },
  })
  // Every server caches tenants.
  await notify(tx, 'zuspruch_tenants', code)
}
