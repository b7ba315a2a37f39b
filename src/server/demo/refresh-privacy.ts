import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { lockStoredTenant, saveTenant } from '../tenant/store.ts'
import type { DemoTenant } from './tenants/demo-tenant.ts'

// What the demo's privacy texts said while statistics were asked for: it is not true any more, and only a text of ours says it like this.
const outdated = /\(Statistik, ohne weiteren Cookie\)|\(statistics, without a further cookie\)/

/** Gives demo tenants of an older version the privacy text of today, unless somebody wrote one of their own. */
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
