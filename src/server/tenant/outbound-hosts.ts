import type { Tenant } from '../../domain/tenant.ts'
import { tremendousAt } from '../gateways/vouchers/voucher-provider.ts'

/** What a tenant's settings let the server ask, by what it is for. */
const addresses: Record<string, (tenant: Tenant) => string | null | undefined> = {
  'product feed': ({ productApi }) => (productApi.type === 'http' ? productApi.route : null),
  'content service': ({ contentService }) => contentService?.url,
  analytics: ({ matomo }) => matomo?.url,
  'customer numbers': ({ customerNumberCheck }) => customerNumberCheck,
  'single sign-on': ({ sso }) => sso?.issuer,
  vouchers: ({ voucherProvider }) => voucherProvider && tremendousAt(voucherProvider.isSandbox),
}

/** The addresses a tenant's settings name, without what only means this host. */
export const outboundOf = (tenant: Tenant): { what: string; url: URL }[] =>
  Object.entries(addresses).flatMap(([what, read]) => {
    const url = URL.parse(read(tenant) ?? '')
    return url ? [{ what, url }] : []
  })
