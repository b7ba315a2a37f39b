import { sql } from 'kysely'
import { platformCode } from '../../domain/platform.ts'
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
  const rows = await db.kysely
    .selectFrom('tenants')
    .select('config')
    .where('tenant', '<>', platformCode)
    .orderBy('tenant')
    .execute()
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

/** The stored tenant, locked, so that no change is based on a stale read. */
export async function lockStoredTenant(tx: Tx, code: string): Promise<StoredTenant | undefined> {
  const row = await tx
    .selectFrom('tenants')
    .select('config')
    .where('tenant', '=', code)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.config as StoredTenant | undefined
}

/** The general block's day, or null; locked shared for the transaction. */
export async function keepGeneralBlock(tx: Tx, code: string): Promise<string | null> {
  const row = await tx
    .selectFrom('tenants')
    .select(sql<string | null>`config ->> 'accountsBlockedOn'`.as('on'))
    .where('tenant', '=', code)
    .forShare()
    .executeTakeFirst()
  return row?.on ?? null
}

/** Writes the block's day only. */
export async function setGeneralBlock(
  tx: Tx,
  code: string,
  on: string | null,
  now: Temporal.Instant,
): Promise<void> {
  await sql`
    update tenants
    set config = config || jsonb_build_object('accountsBlockedOn', ${on}::text), updated_at = ${now.toString()}
    where tenant = ${code}`.execute(tx)
}
