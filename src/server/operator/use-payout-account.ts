import { audit, system } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import {
  findDueAccountChange,
  lockAccountChange,
  markAccountUsed,
} from '../payout/account-change-store.ts'
import { listChanges } from '../tenant/setting-changes.ts'
import { lockTenantRow } from '../tenant/store.ts'
import { maskAccount, tellAccountChange } from './tell-account-change.ts'
import { writeTenant } from './write-tenant.ts'

const nothing = { products: [], rewardOptions: [], campaigns: [] }

/** Uses the account whose days of notice are over. Open proposals of payouts are of the old one, and have to be made anew. Idempotent. */
export async function usePayoutAccount(deps: Deps, code: string): Promise<void> {
  const now = deps.clock.now()
  const isUsed = await withTenant(deps.db, code, async (tx) => {
    const id = await findDueAccountChange(tx, code, now)
    if (id === undefined) return false
    const row = await lockTenantRow(tx, code)
    const change = await lockAccountChange(tx, code, id, now)
    if (!row || change?.state !== 'approved') return false
    const { account, old_account: before } = change
    await markAccountUsed(tx, code, id, { at: now, settings: row.version + 1 })
    const tenant = { ...row.config, payoutAccount: account }
    await writeTenant(
      tx,
      { tenant, listing: nothing, pictures: [] },
      listChanges(row.config, tenant),
      { actor: system, now, keys: deps.keys },
    )
    await audit(tx, code, {
      at: now,
      actor: system,
      action: 'payout-account-used',
      subjectKind: 'payout-account',
      subjectId: id,
      details: { proposedBy: change.proposed_by, approvedBy: change.approved_by },
      change: {
        before: { account: maskAccount(before), state: 'approved' },
        after: { account: maskAccount(account), state: 'used' },
      },
    })
    await tellAccountChange(tx, deps, code, change, { step: 'used', by: null, reason: null })
    return true
  })
  if (isUsed) deps.tenants.forget(code)
}
