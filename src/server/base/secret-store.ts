import type { Tx } from '../db/connection.ts'
import type { Keys } from './keys.ts'

/** Secrets for a tenant's external services. */
export const secretNames = [
  'content-service',
  'product-feed',
  'analytics',
  'single-sign-on',
  'vouchers',
] as const
/** Whole addresses of the settings, for their keys (tenant/hidden-addresses.ts). */
export type AddressSecret = 'product-feed-address' | 'customer-number-address'
export type SecretName = (typeof secretNames)[number] | AddressSecret

export const secretPlace = (tenant: string, name: string) => `${tenant}|tenant_secrets|${name}`

/** Stores a secret encrypted, replacing one of the same name. */
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

/** The secret in clear, or null; throws if its key is gone. */
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
