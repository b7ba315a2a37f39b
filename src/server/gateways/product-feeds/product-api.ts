import { feedAddress } from '../../../domain/feed.ts'
import type { Tenant } from '../../../domain/tenant.ts'
import { fail } from '../../errors.ts'

/** Where a tenant's products come from. Whatever it is, pages read the built-in tables: they are the last good copy. */
export type ProductApi = {
  /** Who fills the tables: an operator (`catalogue import`, tenant files), or a feed by itself. */
  filledBy: 'operator' | 'feed'
}

type Configured = Tenant['productApi']

const productApis: Readonly<Record<string, (configured: Configured) => ProductApi | null>> = {
  katalog: () => ({ filledBy: 'operator' }),
  http: ({ route }) => (feedAddress(route) ? { filledBy: 'feed' } : null),
}

/** Every type that a tenant's configuration can name. */
export const productApiTypes: readonly string[] = Object.keys(productApis)

/** The product API of a tenant's configuration; one that this server has no adapter for is refused, not answered with an empty list. */
export function productApiOf({
  code,
  productApi,
}: Pick<Tenant, 'code' | 'productApi'>): ProductApi {
  const known = Object.hasOwn(productApis, productApi.type) ? productApis[productApi.type] : null
  const api = known?.(productApi)
  if (!api) {
    const error = fail('unknown-product-api')
    error.cause = { tenant: code, type: productApi.type } // for the log alone: an address may hold a key
    throw error
  }
  return api
}

const defaultMinutes = 15

/** The feed that fills a tenant's tables, and after how many minutes it is asked again; null where an operator fills them. */
export function feedOf({
  productApi: { type, route, minutes },
}: Pick<Tenant, 'productApi'>): { address: URL; minutes: number } | null {
  const address = type === 'http' ? feedAddress(route) : null
  return address && { address, minutes: minutes ?? defaultMinutes }
}

/**
 * Where clients find the products: below the API of this server, wherever they come from. The address of a feed is told to nobody: it
 * may hold a key, and is no place for browsers.
 */
export const publicRouteOf = ({ productApi }: Pick<Tenant, 'productApi'>): string =>
  productApi.route.startsWith('/') ? productApi.route : '/produkt'
