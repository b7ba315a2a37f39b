import { listProducts as endpoint } from '../../contract/produkt.ts'
import { together } from '../db/together.ts'
import { serve } from '../serve.ts'
import { loadOffer } from './option-view.ts'
import { checkProductApi, productView } from './product-view.ts'
import { listProducts as findProducts } from './store.ts'

export const listProducts = serve(endpoint, async ({ tenant, today, locale, transaction }) => {
  checkProductApi(tenant)
  const [products, offer] = await transaction((tx) =>
    together([findProducts(tx, tenant.code), loadOffer(tx, tenant.code, today)]),
  )
  return products.map((row) => productView(tenant, row, offer, locale))
})
