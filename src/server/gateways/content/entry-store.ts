import {
  contentSchemas,
  type ContentEntries,
  type ContentSchema,
} from '../../../contract/inhalt-datei.ts'
import type { Tx } from '../../db/connection.ts'

/** A tenant's built-in entries, validated and sanitised on write. */
export async function findEntries(tx: Tx, tenant: string): Promise<ContentEntries> {
  const rows = await tx
    .selectFrom('content_entries')
    .select(['schema', 'data'])
    .where('tenant', '=', tenant)
    .orderBy('schema')
    .orderBy('position')
    .orderBy('entry_id')
    .execute()
  const entries = Object.fromEntries(
    contentSchemas.map((schema) => [
      schema,
      rows.filter((row) => row.schema === schema).map(({ data }) => data),
    ]),
  )
  return entries as ContentEntries
}

/** Replaces a schema's rows. */
export async function replaceEntries(
  tx: Tx,
  tenant: string,
  schema: ContentSchema,
  entries: readonly { id: string; position?: number | undefined }[],
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .deleteFrom('content_entries')
    .where('tenant', '=', tenant)
    .where('schema', '=', schema)
    .execute()
  if (entries.length === 0) return
  await tx
    .insertInto('content_entries')
    .values(
      entries.map((entry, index) => ({
        tenant,
        schema,
        entry_id: entry.id,
        position: entry.position ?? index,
        data: JSON.stringify(entry),
        updated_at: now.toString(),
      })),
    )
    .execute()
}
