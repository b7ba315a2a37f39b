import { isDeepStrictEqual } from 'node:util'
import type { ContentSchema } from '../../contract/inhalt-datei.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { changed } from '../base/shared-cache.ts'
import type { Tx } from '../db/connection.ts'
import { findEntries, replaceEntries } from '../gateways/content/entry-store.ts'
import { clashOfTerms } from '../gateways/content/keep-versions.ts'
import {
  cleanEntry,
  readEntries,
  type ContentProblem,
  type ContentRows,
} from '../gateways/content/read-entries.ts'
import { shownEntries } from '../gateways/content/shown-entries.ts'

/** Added and removed content. */
export type ContentDifference = {
  schema: ContentSchema
  added: string[] // ids
  changed: string[]
  removed: string[]
  unchanged: number
}
export type ContentReport = {
  differences: ContentDifference[]
  problems: ContentProblem[] // if any, nothing is written
  warnings: ContentProblem[]
  footnotes: string[] // footnotes offers can name afterwards
}

/**
 * Replaces the schemas in a content file; others stay. All or nothing: one unusable entry refuses the file. Processes show it on
 * commit.
 */
export async function importContent(
  tx: Tx,
  tenant: Tenant,
  rows: ContentRows,
  { actor, now, dryRun }: { actor: Actor; now: Temporal.Instant; dryRun: boolean },
): Promise<ContentReport> {
  const before = await findEntries(tx, tenant.code)
  const { entries, problems, warnings } = await readEntries(tenant, rows)
  const clash = await clashOfTerms(
    tx,
    tenant.code,
    { legal: tenant.legal, entries: before },
    { legal: tenant.legal, entries: { ...before, ...entries } },
  )
  if (clash !== null) {
    // Consents name the terms' version, so a new text needs a new one.
    const why = `The words are not those of version ${clash} any more: they need a new Version.`
    problems.push({ schema: 'page', id: 'terms', why })
  }
  const seen = shownEntries(tenant, before)
  const toSee = shownEntries(tenant, { ...before, ...entries })
  const differences = (Object.keys(entries) as ContentSchema[]).map((schema) =>
    differ(tenant, schema, seen[schema], toSee[schema]),
  )
  const footnotes = toSee.footnote.map(({ identifier }) => identifier)
  const report = { differences, problems, warnings, footnotes }
  if (problems.length > 0 || dryRun) return report
  for (const [schema, after] of Object.entries(entries))
    await replaceEntries(tx, tenant.code, schema as ContentSchema, after, now)
  await audit(tx, tenant.code, {
    at: now,
    actor,
    action: 'import-content',
    subjectKind: 'tenant',
    subjectId: tenant.code,
    change: {
      before: Object.fromEntries(differences.map(({ schema }) => [schema, seen[schema].length])),
      after: Object.fromEntries(
        differences.map(({ schema, added, changed: other, removed }) => [
          schema,
          {
            entries: toSee[schema].length,
            added: added.length,
            changed: other.length,
            removed: removed.length,
          },
        ]),
      ),
    },
  })
  await changed(tx, 'content', tenant.code)
  return report
}

type Named = { id: string }

function differ(
  tenant: Tenant,
  schema: ContentSchema,
  before: readonly Named[],
  after: readonly Named[],
): ContentDifference {
  const shown = (entry: Named) => cleanEntry(tenant, schema, entry)
  const known = new Map(before.map((entry) => [entry.id, entry]))
  const ids = new Set(after.map(({ id }) => id))
  const added = after.filter(({ id }) => !known.has(id))
  const other = after.filter((entry) => {
    const old = known.get(entry.id)
    // The table returns no undefined.
    return old && !isDeepStrictEqual(shown(old), JSON.parse(JSON.stringify(shown(entry))))
  })
  return {
    schema,
    added: added.map(({ id }) => id),
    changed: other.map(({ id }) => id),
    removed: before.filter(({ id }) => !ids.has(id)).map(({ id }) => id),
    unchanged: after.length - added.length - other.length,
  }
}
