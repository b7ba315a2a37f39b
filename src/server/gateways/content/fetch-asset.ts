import type { Tenant } from '../../../domain/tenant.ts'
import type { ContentDeps } from './content-source.ts'
import { connectionOf } from './squidex/service-entries.ts'

/** Timeout of a picture: its visitor waits. */
export const assetMs = 10_000

/**
 * A picture of the tenant's content service, at most as wide; null without such an id or service. Throws OutsideError for bad
 * answers. Raw bytes: the caller validates them.
 */
export async function fetchAsset(
  deps: ContentDeps,
  tenant: Tenant,
  id: string,
  size: { width?: number; height?: number },
): Promise<{ bytes: Uint8Array; type: string } | null> {
  const service = tenant.contentService
  if (!service) return null
  const { client, now } = connectionOf(deps, tenant, service)
  return client.asset(id, size, now() + assetMs)
}
