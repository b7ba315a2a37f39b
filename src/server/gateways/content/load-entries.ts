import type { ContentEntries } from '../../../contract/inhalt-datei.ts'
import type { Tenant } from '../../../domain/tenant.ts'
import { withTenant } from '../../db/connection.ts'
import type { ContentDeps } from './content-source.ts'
import type { ContentUnavailable } from './content-unavailable.ts'
import { findEntries } from './entry-store.ts'

/** What a tenant's source of content has, kept in memory until somebody changes it. */
export async function loadEntries(
  deps: ContentDeps,
  tenant: Tenant,
): Promise<ContentEntries | ContentUnavailable> {
  return deps.cache.get('content', tenant.code, () =>
    withTenant(deps.db, tenant.code, (tx) => findEntries(tx, tenant.code)),
  )
}
