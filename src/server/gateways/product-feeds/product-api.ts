import type { Tenant } from '../../../domain/tenant.ts'
import { fail } from '../../errors.ts'

/** Where a tenant's products come from. Whatever it is, pages read the built-in tables: they are the last good copy. */
export type ProductApi = {
  /** Who fills the tables: an operator (`catalogue import`, tenant files), or a feed by itself. */
  filledBy: 'operator' | 'feed'
}

const productApis: Readonly<Record<string, ProductApi>> = {
  katalog: { filledBy: 'operator' },
}

/** The product API of a tenant's configuration; one that this server has no adapter for is refused, not answered with an empty list. */
export function productApiOf({ productApi }: Pick<Tenant, 'productApi'>): ProductApi {
  const api = Object.hasOwn(productApis, productApi.type) ? productApis[productApi.type] : undefined
  if (!api) throw fail('unknown-product-api')
  return api
}
