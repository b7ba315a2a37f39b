import { sql } from 'kysely'
import { platformCode } from '../../domain/platform.ts'
import { tenantCode, type Tenant } from '../../domain/tenant.ts'
import { withTenant, type Database, type Tx } from '../db/connection.ts'
import type { StoredTenant } from './read-tenant.ts'

/** A tenant as stored; `published_at` null: a draft. */
export type TenantRow = {
  config: StoredTenant
  version: number // of the settings
  created_at: Temporal.Instant
  updated_at: Temporal.Instant
  published_at: Temporal.Instant | null
  copied_from: string | null
}

const columns = [
  'config',
  'version',
  'created_at',
  'updated_at',
  'published_at',
  'copied_from',
] as const

/** In a transaction of that tenant: nobody else may read its settings. */
export async function findTenantRow(db: Database, code: string): Promise<TenantRow | undefined> {
  // Anybody may ask for anything: no transaction is begun in its name.
  if (!tenantCode.test(code)) return undefined
  const row = await withTenant(db, code, (tx) =>
    tx.selectFrom('tenants').select(columns).where('tenant', '=', code).executeTakeFirst(),
  )
  return row as TenantRow | undefined
}

/** All but the platform, each in a transaction of its own. */
export async function listTenantRows(db: Database): Promise<TenantRow[]> {
  const { rows: codes } = await sql<{ code: string }>`select list_tenants() as code`.execute(
    db.kysely,
  )
  const found: TenantRow[] = []
  for (const { code } of codes) {
    const row = code === platformCode ? undefined : await findTenantRow(db, code)
    if (row) found.push(row)
  }
  return found
}

export const findStoredTenant = async (
  db: Database,
  code: string,
): Promise<StoredTenant | undefined> => (await findTenantRow(db, code))?.config

export const listStoredTenants = async (db: Database): Promise<StoredTenant[]> =>
  (await listTenantRows(db)).map(({ config }) => config)

/** Makes a tenant or changes its settings. @param draft of a new one that is not public yet. @returns false: a draft that exists */
export async function saveTenant(
  tx: Tx,
  tenant: StoredTenant,
  now: Temporal.Instant,
  draft: { copiedFrom: string | null } | null = null,
): Promise<boolean> {
  const result = await tx
    .insertInto('tenants')
    .values({
      tenant: tenant.code,
      config: JSON.stringify(tenant),
      created_at: now.toString(),
      updated_at: now.toString(),
      published_at: draft ? null : now.toString(),
      copied_from: draft?.copiedFrom ?? null,
    })
    .onConflict((conflict) =>
      draft
        ? conflict.doNothing()
        : conflict.column('tenant').doUpdateSet((eb) => ({
            config: eb.ref('excluded.config'),
            updated_at: eb.ref('excluded.updated_at'),
            version: eb('tenants.version', '+', 1),
          })),
    )
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** The stored tenant, locked, so that no change is based on a stale read. */
export async function lockTenantRow(tx: Tx, code: string): Promise<TenantRow | undefined> {
  const row = await tx
    .selectFrom('tenants')
    .select(columns)
    .where('tenant', '=', code)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row as TenantRow | undefined
}

export const lockStoredTenant = async (tx: Tx, code: string): Promise<StoredTenant | undefined> =>
  (await lockTenantRow(tx, code))?.config

/** False if it is public already. */
export async function publishDraft(tx: Tx, code: string, now: Temporal.Instant): Promise<boolean> {
  const result = await tx
    .updateTable('tenants')
    .set((eb) => ({ published_at: now.toString(), version: eb('version', '+', 1) }))
    .where('tenant', '=', code)
    .where('published_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Deletes a draft with all its rows; else the table that keeps it (migration 0027). In a transaction of the tenant. */
export async function deleteDraftRows(tx: Tx, code: string): Promise<string | null> {
  const { rows } = await sql<{ kept: string | null }>`
    select delete_draft_tenant(${code}) as kept`.execute(tx)
  return rows[0]?.kept ?? null
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

/** The addresses that may not take part; locked shared for the transaction. */
export async function keepBlockedEmails(tx: Tx, code: string): Promise<Tenant['blockedEmails']> {
  const row = await tx
    .selectFrom('tenants')
    .select(sql<Tenant['blockedEmails']>`config -> 'blockedEmails'`.as('lists'))
    .where('tenant', '=', code)
    .forShare()
    .executeTakeFirstOrThrow()
  return row.lists
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
    set config = config || jsonb_build_object('accountsBlockedOn', ${on}::text), updated_at = ${now.toString()},
      version = version + 1
    where tenant = ${code}`.execute(tx)
}
