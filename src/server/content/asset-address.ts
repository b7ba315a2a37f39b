import type { Tenant } from '../../domain/tenant.ts'

/** Where the asset of that id stands at the tenant's content service; null where the tenant has none. */
export function assetAddress(_tenant: Tenant, _id: string): URL | null {
  return null
}
