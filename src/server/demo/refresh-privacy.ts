import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { lockStoredTenant, saveTenant } from '../tenant/store.ts'
import type { DemoTenant } from './tenants/demo-tenant.ts'

// The old privacy text, from when statistics needed consent; only ours has this wording.
const outdated = /\(Statistik, ohne weiteren Cookie\)|\(statistics, without a further cookie\)/

/** Updates old demo privacy texts, unless changed. */
export async function refreshPrivacy(deps: Deps, tenants: DemoTenant[]): Promise<void> {
  for (const { tenant } of tenants) {
    await withTenant(deps.db, tenant.code, async (tx) => {
      const stored = await lockStoredTenant(tx, tenant.code)
      if (!stored || !outdated.test(`${stored.legal.privacy.de}${stored.legal.privacy.en}`)) return
      const legal = { ...stored.legal, privacy: tenant.legal.privacy }
      await saveTenant(tx, { ...stored, legal }, deps.clock.now())
    })
  }
}
