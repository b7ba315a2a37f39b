import type { Tenant } from '../../../domain/tenant.ts'
import type { ContentDeps } from './content-source.ts'
import { connectionOf } from './squidex/service-entries.ts'

/** How long a picture may take: whoever asks for it waits. */
const assetMs = 10_000

/**
 * A picture of the tenant's content service, no wider than asked for; null where there is none with this id, or no service. Throws
 * OutsideError where the service does not answer as it should. The bytes are what the service sent: whoever shows them checks them.
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
