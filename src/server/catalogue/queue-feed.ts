import type { Tenant } from '../../domain/tenant.ts'
import { system } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { feedOf } from '../gateways/product-feeds/product-api.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { leaseFeed, refreshFeed } from './refresh-feed.ts'

/** Queues a due feed: a hanging feed blocks only its own job. */
export async function queueFeed(deps: Pick<Deps, 'db' | 'clock'>, tenant: Tenant): Promise<void> {
  if (!feedOf(tenant)) return
  await withTenant(deps.db, tenant.code, async (tx) => {
    const lease = await leaseFeed(tx, deps, tenant, { onlyDue: true })
    if (lease) await enqueue(tx, tenant.code, 'refresh-feed', { lease })
  })
}

/** The job; a no-op if another process took the lease. */
export async function refreshQueued(deps: Deps, tenant: Tenant, lease: string): Promise<void> {
  const outcome = await refreshFeed(deps, tenant, { lease, force: false, actor: system })
  const { code } = tenant
  if (outcome.kind === 'failed')
    deps.log.warn({ tenant: code, problem: outcome.problems[0] }, 'product feed not taken')
  if (outcome.kind === 'held')
    deps.log.warn({ tenant: code, problem: outcome.reason }, 'product feed held back')
}
