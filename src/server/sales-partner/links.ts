import type { SalesPartnerTerms, Tenant } from '../../domain/tenant.ts'
import type { Deps } from '../context.ts'
import { tenantOrigin } from '../tenant/tenant-origin.ts'

type Origin = Pick<Deps, 'publicOrigin'>
type Host = Pick<Tenant, 'code' | 'hosts'>

/** A partner's own link: it leads to the shop as long as the partner is active. */
export const partnerLink = (deps: Origin, tenant: Host, number: string) =>
  `${tenantOrigin(deps.publicOrigin, tenant)}/api/v1/${tenant.code}/verkaufspartner/klick/${number}`

/** The way into the provider's shop; a path in the setting is one of the tenant's own pages. */
export function partnerShopUrl(
  deps: Origin,
  tenant: Host,
  { shopUrl }: Pick<SalesPartnerTerms, 'shopUrl'>,
  number: string,
): string {
  const filled = shopUrl.replaceAll('{partner}', encodeURIComponent(number))
  return new URL(filled, tenantOrigin(deps.publicOrigin, tenant)).href
}
