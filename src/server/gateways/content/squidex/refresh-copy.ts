import { createHash } from 'node:crypto'
import { contentSchemas, type ContentEntries } from '../../../../contract/inhalt-datei.ts'
import type { ContentService, Tenant } from '../../../../domain/tenant.ts'
import { changed } from '../../../base/shared-cache.ts'
import { withTenant } from '../../../db/connection.ts'
import type { ContentDeps } from '../content-source.ts'
import { readEntries, type ContentProblem, type ContentRows } from '../read-entries.ts'
import { findCopy, saveCopy } from './copy-store.ts'
import { rowOf } from './read-contents.ts'
import type { SquidexClient } from './squidex-client.ts'

/** The whole of a load (spec section 9: content timeout). */
const contentTimeoutMs = 300_000
/** All schemas together: they are in memory at the same time. */
const contentBytes = 30_000_000

export type Refreshed = { entries: ContentEntries; problems: ContentProblem[]; changed: boolean }

/**
 * Asks the service for everything that changed and keeps it as the copy that all processes show. Entries that cannot be used are left
 * out and answered; the good ones count. Throws OutsideError, and the copy stays as it is.
 *
 * @param now milliseconds that only grow
 */
export async function refreshCopy(
  deps: ContentDeps,
  tenant: Tenant,
  service: ContentService,
  source: string,
  client: SquidexClient,
  now: () => number,
): Promise<Refreshed> {
  const until = now() + contentTimeoutMs
  const names = contentSchemas.map((schema) => service.schemas[schema] ?? schema)
  const known = await withTenant(deps.db, tenant.code, (tx) => findCopy(tx, tenant.code, source))
  // Asked for before the contents: what changes while they are read is seen the next time.
  const stamp = (await client.stamp(names, until)) ?? ''
  if (known && stamp !== '' && stamp === known.stamp)
    return { entries: known.entries, problems: [], changed: false }
  const rows: ContentRows = {}
  const budget = { bytes: contentBytes }
  for (const [index, schema] of contentSchemas.entries()) {
    const contents = await client.contents(names[index] ?? schema, until, budget)
    rows[schema] = contents.map((content) => rowOf(schema, content))
  }
  const read = await readEntries(tenant, rows)
  const entries = keepVersions(known?.entries, read.entries as ContentEntries)
  await withTenant(deps.db, tenant.code, async (tx) => {
    await saveCopy(tx, tenant.code, source, { entries, stamp }, deps.clock.realNow())
    await changed(tx, 'content', tenant.code)
  })
  return { entries, problems: read.problems, changed: true }
}

/**
 * Consents name the version of the terms. Where the service shows other words under the same version, ours gets an ending, so that one
 * name never stands for two texts.
 */
function keepVersions(before: ContentEntries | undefined, after: ContentEntries): ContentEntries {
  const page = after.page.map((entry) => {
    const old = before?.page.find(({ id }) => id === entry.id)
    if (!old || (old.version !== entry.version && !old.version.startsWith(`${entry.version}+`)))
      return entry
    if (old.text.de === entry.text.de && old.text.en === entry.text.en) return old
    const words = createHash('sha256').update(JSON.stringify(entry.text)).digest('hex')
    return { ...entry, version: `${entry.version}+${words.slice(0, 8)}` }
  })
  return { ...after, page }
}
