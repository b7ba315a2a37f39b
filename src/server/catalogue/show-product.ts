import { showProduct as endpoint } from '../../contract/produkt.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { loadOffer } from './option-view.ts'
import { checkProductApi, productView } from './product-view.ts'
import { findProduct } from './store.ts'

export const showProduct = serve(
  endpoint,
  async ({ tenant, params, today, locale, transaction }) => {
    checkProductApi(tenant)
    const [product, offer] = await transaction((tx) =>
      together([findProduct(tx, tenant.code, params.id), loadOffer(tx, tenant.code, today)]),
    )
    if (!product?.active) throw fail('not-found')
    return productView(tenant, product, offer, locale)
  },
)
