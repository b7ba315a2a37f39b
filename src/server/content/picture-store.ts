import type { Tx } from '../db/connection.ts'

/** A tenant's stored original, or undefined. */
export async function findPicture(tx: Tx, tenant: string, id: string): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('pictures')
    .select('bytes')
    .where('tenant', '=', tenant)
    .where('picture_id', '=', id)
    .executeTakeFirst()
  return row?.bytes
}

/** Stores a picture, replacing one of the same id. */
export async function savePicture(
  tx: Tx,
  tenant: string,
  id: string,
  bytes: Buffer,
  now: Temporal.Instant,
): Promise<void> {
  const row = { bytes, updated_at: now.toString() }
  await tx
    .insertInto('pictures')
    .values({ tenant, picture_id: id, ...row })
    .onConflict((conflict) => conflict.columns(['tenant', 'picture_id']).doUpdateSet(row))
    .execute()
}
