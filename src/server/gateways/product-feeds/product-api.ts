import { feedAddress } from '../../../domain/feed.ts'
import { hideQuery } from '../../../domain/hidden-query.ts'
import type { Tenant } from '../../../domain/tenant.ts'
import { fail } from '../../errors.ts'

/** The source of a tenant's products. Pages always read the tables, the last good copy. */
export type ProductApi = {
  /** What fills the tables: an operator (`catalogue import`, tenant files), or a feed. */
  filledBy: 'operator' | 'feed'
}

type Configured = Tenant['productApi']

const productApis: Readonly<Record<string, (configured: Configured) => ProductApi | null>> = {
  katalog: () => ({ filledBy: 'operator' }),
  http: ({ route }) => (feedAddress(route) ? { filledBy: 'feed' } : null),
}

/** Every type a tenant can configure. */
export const productApiTypes: readonly string[] = Object.keys(productApis)

/** A tenant's product API; throws for one without adapter, instead of an empty list. */
export function productApiOf({
  code,
  productApi,
}: Pick<Tenant, 'code' | 'productApi'>): ProductApi {
  const known = Object.hasOwn(productApis, productApi.type) ? productApis[productApi.type] : null
  const api = known?.(productApi)
  if (!api) {
    const error = fail('unknown-product-api')
    error.cause = { tenant: code, type: productApi.type } // for the log only: a URL may hold a key
    throw error
  }
  return api
}

const defaultMinutes = 15

/**
 * A tenant's feed with its interval in minutes; null if an operator fills the tables. `shown`: its address without the key, which
 * is asked for by `openAddress` (tenant/hidden-addresses.ts).
 */
export function feedOf({
  productApi: { type, route, minutes },
}: Pick<Tenant, 'productApi'>): { shown: string; minutes: number } | null {
  if (type !== 'http' || !feedAddress(route)) return null
  return { shown: hideQuery(route, ''), minutes: minutes ?? defaultMinutes }
}

/** The public products URL, always on this server. A feed's URL is secret: it may hold a key. */
export const publicRouteOf = ({ productApi }: Pick<Tenant, 'productApi'>): string =>
  productApi.route.startsWith('/') ? productApi.route : '/produkt'
