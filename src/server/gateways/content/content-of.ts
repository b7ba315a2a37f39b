import type { Tenant } from '../../../domain/tenant.ts'
import type { ContentDeps, ContentSource } from './content-source.ts'
import { loadEntries } from './load-entries.ts'
import { makeSource } from './make-source.ts'

/** The one place that decides where a tenant's content comes from. */
export function contentOf(deps: ContentDeps, tenant: Tenant): ContentSource {
  return makeSource(tenant, () => loadEntries(deps, tenant))
}
