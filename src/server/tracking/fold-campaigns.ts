import { keptCampaignMonths } from '../../domain/retention.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { foldFunnelCampaigns } from './funnel-days-store.ts'
import { foldCampaigns } from './store.ts'

/** Deletes campaign names after 26 months; counts stay. */
export async function foldOldCampaigns(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  tenant: string,
): Promise<void> {
  const before = clock.today().subtract({ months: keptCampaignMonths }).toString()
  await withTenant(db, tenant, async (tx) => {
    await foldCampaigns(tx, tenant, before)
    await foldFunnelCampaigns(tx, tenant, before)
  })
}
