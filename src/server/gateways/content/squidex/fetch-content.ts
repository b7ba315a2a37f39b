import { contentSchemas, type ContentEntries } from '../../../../contract/inhalt-datei.ts'
import type { ContentService, Tenant } from '../../../../domain/tenant.ts'
import { readEntries, type ContentProblem, type ContentRows } from '../read-entries.ts'
import type { Copy } from './copy-store.ts'
import { rowOf } from './read-contents.ts'
import type { SquidexClient } from './squidex-client.ts'

/** For a whole load (spec section 9: content timeout). */
const contentTimeoutMs = 300_000
/** For all schemas, in memory at the same time. */
const contentBytes = 30_000_000

export type FetchedContent = Copy & { problems: ContentProblem[]; changed: boolean }

/**
 * Loads all content, validated and sanitised, or returns the given copy if unchanged. Unusable entries are omitted and reported.
 * Throws OutsideError. @param now monotonic milliseconds
 */
export async function fetchContent(
  tenant: Tenant,
  service: ContentService,
  client: SquidexClient,
  now: () => number,
  known?: Copy,
): Promise<FetchedContent> {
  const until = now() + contentTimeoutMs
  const names = contentSchemas.map((schema) => service.schemas[schema] ?? schema)
  // Read before the contents: changes meanwhile are seen next time.
  const stamp = (await client.stamp(names, until)) ?? ''
  if (known && stamp !== '' && stamp === known.stamp)
    return { ...known, problems: [], changed: false }
  const rows: ContentRows = {}
  const budget = { bytes: contentBytes }
  for (const [index, schema] of contentSchemas.entries()) {
    const contents = await client.contents(names[index] ?? schema, until, budget)
    rows[schema] = contents.map((content) => rowOf(schema, content))
  }
  const { entries, problems } = await readEntries(tenant, rows)
  return { entries: entries as ContentEntries, stamp, problems, changed: true }
}
