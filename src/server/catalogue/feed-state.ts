import type { Tenant } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'
import { feedOf } from '../gateways/product-feeds/product-api.ts'
import { findFeed } from './feed-store.ts'

/** How the tenant's feed stands; undefined if it has none, or its present address was not asked yet. */
export async function readFeedState(tx: Tx, tenant: Tenant) {
  const feed = feedOf(tenant)
  const found = feed && (await findFeed(tx, tenant.code))
  return found && found.address === feed.shown ? found : undefined
}
