import { listProducts as endpoint } from '../../contract/produkt.ts'
import { isCategorySlug } from '../../domain/category.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { productApiOf } from '../gateways/product-feeds/product-api.ts'
import { serve } from '../serve.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import type { CatalogueItem } from './load-catalogue.ts'
import { loadOffer } from './option-view.ts'
import { loadCatalogueFor, planOfCaller } from './plan-of-caller.ts'
import { isOffered, productView } from './product-view.ts'
import { listProducts as findProducts } from './store.ts'

export const listProducts = serve(endpoint, async (call) => {
  const { tenant, query, today, locale, transaction } = call
  productApiOf(tenant)
  if (query.source || query.category || query.tariffId) {
    const { catalogue, plan } = await loadCatalogueFor(call)
    const items = choose(catalogue.items, query)
    const options = await transaction((tx) => loadOffer(tx, tenant, today))
    return items.map(({ row, offer }) => ({
      ...productView(tenant, row, plan, options, locale),
      offer: offer && offer[locale],
    }))
  }
  return transaction((tx) => listFeatured(tx, call))
})

/** Homepage products with the earnings of the caller's referrals. */
export async function listFeatured(
  tx: Tx,
  call: Pick<Call, 'tenant' | 'caller' | 'today' | 'locale'>,
) {
  const { tenant, today, locale } = call
  const [products, offer, plan] = await together([
    () => findProducts(tx, tenant.code),
    () => loadOffer(tx, tenant, today),
    () => planOfCaller(tx, call),
  ])
  return products
    .filter((row) => isOffered(tenant, row))
    .map((row) => productView(tenant, row, plan, offer, locale))
}

type Query = {
  source?: string | undefined
  category?: string | undefined
  tariffId?: string | undefined
}

/** Products by catalogue, category (slug, or programme such as DP) and tariff. */
function choose(items: readonly CatalogueItem[], { source, category, tariffId }: Query) {
  const programme = items.find(({ row }) => row.category.toLowerCase() === category?.toLowerCase())
    ?.row.category
  if (category && !programme && !isCategorySlug(category)) throw fail('unknown-category')
  return items.filter(
    ({ row, offer, categories }) =>
      (!source || offer?.de.source === source) &&
      (!category ||
        (programme ? row.category === programme : categories.some((slug) => slug === category))) &&
      (!tariffId || row.mobile?.tariff_id === tariffId),
  )
}
