import { keptCampaignMonths } from '../../domain/retention.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { foldCampaigns } from './store.ts'

/** Lets the names of campaigns go after 26 months; what was counted stays. */
export async function foldOldCampaigns(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  tenant: string,
): Promise<void> {
  const before = clock.today().subtract({ months: keptCampaignMonths }).toString()
  await withTenant(db, tenant, (tx) => foldCampaigns(tx, tenant, before))
}
