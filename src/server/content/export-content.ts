import { z } from 'zod'
import {
  contentRows,
  contentSchemas,
  type ContentEntries,
  type ContentSchema,
} from '../../contract/inhalt-datei.ts'

/** Entries as a content file (contract/inhalt-datei.ts); re-importing it changes nothing. Empty lists are omitted. */
export function exportContent(
  entries: ContentEntries,
): Partial<Record<ContentSchema, Record<string, unknown>[]>> {
  return Object.fromEntries(
    contentSchemas.flatMap((schema) => {
      const rows = entries[schema].map((entry) => encoded(schema, entry))
      return rows.length > 0 ? [[schema, rows]] : []
    }),
  )
}

function encoded(schema: ContentSchema, entry: { id: string }): Record<string, unknown> {
  const row = z.safeEncode(contentRows[schema] as z.ZodType<object>, entry)
  if (!row.success) throw new Error(`${schema} ${entry.id}: ${row.error.issues[0]?.message}`)
  return row.data as Record<string, unknown>
}
