import type { ContentEntries } from '../../../../contract/inhalt-datei.ts'
import type { ContentService, Tenant } from '../../../../domain/tenant.ts'
import { changed } from '../../../base/shared-cache.ts'
import { withTenant } from '../../../db/connection.ts'
import type { ContentDeps } from '../content-source.ts'
import { keepVersions } from '../keep-versions.ts'
import type { ContentProblem } from '../read-entries.ts'
import { findCopy, saveCopy } from './copy-store.ts'
import { fetchContent } from './fetch-content.ts'
import type { SquidexClient } from './squidex-client.ts'

export type Refreshed = { entries: ContentEntries; problems: ContentProblem[]; changed: boolean }

/**
 * Loads changes and stores the copy for all processes. Unusable entries are omitted and reported. Throws OutsideError and keeps
 * the copy. @param now monotonic milliseconds
 */
export async function refreshCopy(
  deps: ContentDeps,
  tenant: Tenant,
  service: ContentService,
  source: string,
  client: SquidexClient,
  now: () => number,
): Promise<Refreshed> {
  const { code } = tenant
  const known = await withTenant(deps.db, code, (tx) => findCopy(tx, code, source))
  const fetched = await fetchContent(tenant, service, client, now, known)
  if (!fetched.changed) return fetched
  const { stamp, problems } = fetched
  const entries = keepVersions(tenant, known?.entries, fetched.entries)
  await withTenant(deps.db, code, async (tx) => {
    await saveCopy(tx, code, source, { entries, stamp }, deps.clock.realNow())
    await changed(tx, 'content', code)
  })
  return { entries, problems, changed: true }
}
