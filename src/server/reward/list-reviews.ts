import { reviewTexts } from '../../domain/eligibility.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'
import { listHeld, type HeldReward } from './claim-store.ts'

/** Held rewards, oldest first, with their reasons for support; at most 1,000. */
export async function listReviews(
  tx: Tx,
  tenant: Tenant,
  locale: Locale,
): Promise<(HeldReward & { texts: string[] })[]> {
  const held = await listHeld(tx, tenant.code, 1000)
  return held.map((reward) => ({
    ...reward,
    texts: reward.reasons.map((reason) => reviewTexts[reason][locale]),
  }))
}
