import type { Database } from '../db/connection.ts'
import { notify } from '../db/notify.ts'

export function listSecretKeys(db: Database) {
  return db.kysely.selectFrom('secret_keys').selectAll().orderBy('first_used_at').execute()
}

/** Records a key as in use and notifies running servers; a no-op if known. */
export async function addSecretKey(db: Database, id: string, sealed: string): Promise<void> {
  const { numInsertedOrUpdatedRows: added } = await db.kysely
    .insertInto('secret_keys')
    .values({ key_id: id, sealed })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (added === 1n) await notify(db.kysely, 'zuspruch_keys')
}

/** Records a retired key with its reading; the first day stays. */
export async function retireSecretKey(
  db: Database,
  id: string,
  { sealed, at, leaked }: { sealed: string; at: Temporal.Instant; leaked: boolean },
): Promise<void> {
  const day = at.toString()
  await db.kysely
    .insertInto('secret_keys')
    .values({ key_id: id, sealed, retired_at: day, leaked_at: leaked ? day : null })
    .onConflict((conflict) =>
      conflict.column('key_id').doUpdateSet((eb) => ({
        sealed: eb.ref('excluded.sealed'),
        retired_at: eb.fn.coalesce('secret_keys.retired_at', 'excluded.retired_at'),
        leaked_at: eb.fn.coalesce('secret_keys.leaked_at', 'excluded.leaked_at'),
      })),
    )
    .execute()
  await notify(db.kysely, 'zuspruch_keys')
}
