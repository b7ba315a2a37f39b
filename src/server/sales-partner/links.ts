import type { SalesPartnerTerms, Tenant } from '../../domain/tenant.ts'
import type { Deps } from '../context.ts'
import { tenantOrigin } from '../tenant/tenant-origin.ts'

type Origin = Pick<Deps, 'publicOrigin'>
type Host = Pick<Tenant, 'code' | 'hosts'>

/** A partner's link to the shop, while active. */
export const partnerLink = (deps: Origin, tenant: Host, number: string) =>
  `${tenantOrigin(deps.publicOrigin, tenant)}/api/v1/${tenant.code}/verkaufspartner/klick/${number}`

/** The link into the provider's shop; a path in the setting is one of the tenant's pages. */
export function partnerShopUrl(
  deps: Origin,
  tenant: Host,
  { shopUrl }: Pick<SalesPartnerTerms, 'shopUrl'>,
  number: string,
): string {
  const filled = shopUrl.replaceAll('{partner}', encodeURIComponent(number))
  return new URL(filled, tenantOrigin(deps.publicOrigin, tenant)).href
}
