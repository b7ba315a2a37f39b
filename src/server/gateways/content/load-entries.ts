import type { ContentEntries } from '../../../contract/inhalt-datei.ts'
import type { Tenant } from '../../../domain/tenant.ts'
import { withTenant } from '../../db/connection.ts'
import type { ContentDeps } from './content-source.ts'
import type { ContentUnavailable } from './content-unavailable.ts'
import { findEntries } from './entry-store.ts'
import { findCopy } from './squidex/copy-store.ts'
import { serviceEntries, sourceOf } from './squidex/service-entries.ts'

type Kept = { source: string; entries: ContentEntries | null }

/** A tenant's content, cached until changed. */
export async function loadEntries(
  deps: ContentDeps,
  tenant: Tenant,
): Promise<ContentEntries | ContentUnavailable> {
  const { code, contentService: service } = tenant
  if (!service) {
    return keep(deps, code, 'built-in', () =>
      withTenant(deps.db, code, (tx) => findEntries(tx, code)),
    )
  }
  const source = sourceOf(service, tenant.contentApp)
  const kept = await keep(deps, code, source, async () => {
    const copy = await withTenant(deps.db, code, (tx) => findCopy(tx, code, source))
    return copy?.entries ?? null
  })
  return serviceEntries(deps, tenant, service, kept)
}

async function keep<T extends ContentEntries | null>(
  deps: ContentDeps,
  tenant: string,
  source: string,
  load: () => Promise<T>,
): Promise<T> {
  const get = () =>
    deps.cache.get<Kept>('content', tenant, async () => ({ source, entries: await load() }))
  const kept = await get()
  if (kept.source === source) return kept.entries as T
  // The source changed while the old one was read.
  deps.cache.forget('content', tenant)
  return (await get()).entries as T
}
