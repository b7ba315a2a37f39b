import { listProducts as endpoint } from '../../contract/produkt.ts'
import { isCategorySlug } from '../../domain/category.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { productApiOf } from '../gateways/product-feeds/product-api.ts'
import { serve } from '../serve.ts'
import { loadCatalogue, type CatalogueItem } from './load-catalogue.ts'
import { loadOffer } from './option-view.ts'
import { isOffered, productView } from './product-view.ts'
import { listProducts as findProducts } from './store.ts'

export const listProducts = serve(endpoint, async (call) => {
  const { deps, tenant, query, today, locale, transaction } = call
  productApiOf(tenant)
  if (query.source || query.category || query.tariffId) {
    const items = (await loadCatalogue(deps, tenant)).items.filter(fits(query))
    const options = await transaction((tx) => loadOffer(tx, tenant.code, today))
    return items.map(({ row, offer }) => ({
      ...productView(tenant, row, options, locale),
      offer: offer && offer[locale],
    }))
  }
  const [products, offer] = await transaction((tx) =>
    together([findProducts(tx, tenant.code), loadOffer(tx, tenant.code, today)]),
  )
  return products
    .filter((row) => isOffered(tenant, row))
    .map((row) => productView(tenant, row, offer, locale))
})

/** Whether a product is of the catalogue, the category (a slug, or the programme DP or TP) and the tariff that are asked for. */
function fits({
  source,
  category,
  tariffId,
}: {
  source?: string | undefined
  category?: string | undefined
  tariffId?: string | undefined
}) {
  const programme = category?.toUpperCase()
  const isProgramme = programme === 'DP' || programme === 'TP'
  if (category && !isProgramme && !isCategorySlug(category)) throw fail('unknown-category')
  return ({ row, offer, categories }: CatalogueItem) =>
    (!source || offer?.de.source === source) &&
    (!category ||
      (isProgramme ? row.category === programme : categories.some((slug) => slug === category))) &&
    (!tariffId || row.mobile?.tariff_id === tariffId)
}
