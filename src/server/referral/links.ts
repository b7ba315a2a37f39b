import type { Tenant } from '../../domain/tenant.ts'
import type { Deps } from '../context.ts'
import { tenantOrigin } from '../tenant/tenant-origin.ts'

type Origin = Pick<Deps, 'publicOrigin'>
type Host = Pick<Tenant, 'code' | 'hosts'>

/** The link to share: counts the click and leads to the recipient page. */
export function referralLink(deps: Origin, tenant: Host, number: string, channel = 'ln'): string {
  const query = new URLSearchParams({ channel }).toString()
  return `${tenantOrigin(deps.publicOrigin, tenant)}/api/v1/${tenant.code}/empfehlen/click/${number}?${query}`
}

/** The short form to type: /k/ABCD-EFGH. */
export function shortUrl(deps: Origin, tenant: Host, code: string): string {
  return `${tenantOrigin(deps.publicOrigin, tenant)}/k/${code}`
}

/** The link into the provider's shop; a path in the setting is one of the tenant's pages. */
export function shopUrl(
  deps: Origin,
  tenant: Host & Pick<Tenant, 'shopUrl'>,
  number: string,
  recipient: string | null,
  channel = '',
): string {
  const filled = tenant.shopUrl
    .replaceAll('{number}', encodeURIComponent(number))
    .replaceAll('{recipient}', encodeURIComponent(recipient ?? ''))
    .replaceAll('{channel}', encodeURIComponent(channel))
  return new URL(filled, tenantOrigin(deps.publicOrigin, tenant)).href
}
