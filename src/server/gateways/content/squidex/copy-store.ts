import { sql } from 'kysely'
import type { ContentEntries } from '../../../../contract/inhalt-datei.ts'
import type { Tx } from '../../../db/connection.ts'

export type Copy = { entries: ContentEntries; stamp: string }

/** The last good copy of this source. */
export async function findCopy(tx: Tx, tenant: string, source: string): Promise<Copy | undefined> {
  const row = await tx
    .selectFrom('content_copies')
    .select(['entries', 'stamp'])
    .where('tenant', '=', tenant)
    .where('source', '=', source)
    .executeTakeFirst()
  return row && { entries: row.entries as ContentEntries, stamp: row.stamp }
}

/** Whether this process should refresh: nobody did since `before`, or there is no copy. */
export async function claimCheck(
  tx: Tx,
  tenant: string,
  source: string,
  { now, before }: { now: Temporal.Instant; before: Temporal.Instant },
): Promise<boolean> {
  const claimed = await tx
    .updateTable('content_copies')
    .set({ checked_at: now.toString() })
    .where('tenant', '=', tenant)
    .where('source', '=', source)
    .where(sql<boolean>`checked_at <= ${before.toString()}::timestamptz`)
    .returning('tenant')
    .executeTakeFirst()
  return claimed !== undefined || (await findCopy(tx, tenant, source)) === undefined
}

export async function saveCopy(
  tx: Tx,
  tenant: string,
  source: string,
  { entries, stamp }: Copy,
  now: Temporal.Instant,
): Promise<void> {
  const row = {
    entries: JSON.stringify(entries),
    stamp,
    fetched_at: now.toString(),
    checked_at: now.toString(),
  }
  await tx
    .insertInto('content_copies')
    .values({ tenant, source, ...row })
    .onConflict((conflict) => conflict.columns(['tenant', 'source']).doUpdateSet(row))
    .execute()
}

/** Deletes copies of other sources. */
export async function dropOtherCopies(tx: Tx, tenant: string, sources: string[]): Promise<void> {
  await tx
    .deleteFrom('content_copies')
    .where('tenant', '=', tenant)
    .where('source', 'not in', sources)
    .execute()
}

/** When the tenant's content service was asked last, and when its content changed. */
export async function findCopyTimes(
  tx: Tx,
  tenant: string,
): Promise<{ checked_at: Temporal.Instant; fetched_at: Temporal.Instant } | undefined> {
  return tx
    .selectFrom('content_copies')
    .select(['checked_at', 'fetched_at'])
    .where('tenant', '=', tenant)
    .orderBy('checked_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
