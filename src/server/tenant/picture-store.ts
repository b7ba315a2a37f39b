import type { Tx } from '../db/connection.ts'

export type TenantPicture = { name: string; bytes: Buffer; width: number; height: number }

export async function findTenantPicture(
  tx: Tx,
  tenant: string,
  name: string,
): Promise<TenantPicture | undefined> {
  const row = await tx
    .selectFrom('tenant_pictures')
    .select(['name', 'bytes', 'width', 'height'])
    .where('tenant', '=', tenant)
    .where('name', '=', name)
    .executeTakeFirst()
  return row as TenantPicture | undefined
}

/** Those of that name are the same. */
export async function saveTenantPictures(
  tx: Tx,
  tenant: string,
  pictures: TenantPicture[],
  now: Temporal.Instant,
): Promise<void> {
  if (pictures.length === 0) return
  const added_at = now.toString()
  await tx
    .insertInto('tenant_pictures')
    .values(pictures.map((picture) => ({ tenant, ...picture, added_at })))
    .onConflict((conflict) => conflict.columns(['tenant', 'name']).doNothing())
    .execute()
}
