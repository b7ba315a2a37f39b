import type { Tx } from '../db/connection.ts'
import type { Keys } from './keys.ts'

/** Names of the secrets by which a tenant's outside services know it. */
export const secretNames = [
  'content-service',
  'product-feed',
  'analytics',
  'single-sign-on',
] as const
export type SecretName = (typeof secretNames)[number]

export const secretPlace = (tenant: string, name: string) => `${tenant}|tenant_secrets|${name}`

/** Keeps a secret encrypted; one of the same name is replaced. */
export async function saveSecret(
  tx: Tx,
  keys: Keys,
  tenant: string,
  name: SecretName,
  value: string,
  now: Temporal.Instant,
): Promise<void> {
  const sealed = keys.encrypt(value, secretPlace(tenant, name))
  await tx
    .insertInto('tenant_secrets')
    .values({ tenant, name, sealed, updated_at: now.toString() })
    .onConflict((oc) =>
      oc.columns(['tenant', 'name']).doUpdateSet((eb) => ({
        sealed: eb.ref('excluded.sealed'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute()
}

/** The secret in clear, null where the tenant has none of that name; throws where the key that sealed it is gone. */
export async function findSecret(
  tx: Tx,
  keys: Keys,
  tenant: string,
  name: SecretName,
): Promise<string | null> {
  const row = await tx
    .selectFrom('tenant_secrets')
    .select('sealed')
    .where('tenant', '=', tenant)
    .where('name', '=', name)
    .executeTakeFirst()
  return row ? keys.decrypt(row.sealed, secretPlace(tenant, name)) : null
}
