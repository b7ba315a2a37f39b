import type { Database, Tx } from '../db/connection.ts'
import type { StoredTenant } from './read-tenant.ts'

export async function findStoredTenant(
  db: Database,
  code: string,
): Promise<StoredTenant | undefined> {
  const row = await db.kysely
    .selectFrom('tenants')
    .select('config')
    .where('tenant', '=', code)
    .executeTakeFirst()
  return row?.config as StoredTenant | undefined
}

export async function listStoredTenants(db: Database): Promise<StoredTenant[]> {
  const rows = await db.kysely.selectFrom('tenants').select('config').orderBy('tenant').execute()
  return rows.map((row) => row.config as StoredTenant)
}

export async function saveTenant(
  tx: Tx,
  tenant: StoredTenant,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('tenants')
    .values({
      tenant: tenant.code,
      config: JSON.stringify(tenant),
      created_at: now.toString(),
      updated_at: now.toString(),
    })
    .onConflict((conflict) =>
      conflict.column('tenant').doUpdateSet((eb) => ({
        config: eb.ref('excluded.config'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute()
}
