import type { Tenant } from '../../../domain/tenant.ts'
import type { ContentDeps, ContentSource } from './content-source.ts'
import { loadEntries } from './load-entries.ts'
import { makeSource } from './make-source.ts'

/** Chooses a tenant's content source. */
export function contentOf(deps: ContentDeps, tenant: Tenant): ContentSource {
  return makeSource(tenant, () => loadEntries(deps, tenant))
}
