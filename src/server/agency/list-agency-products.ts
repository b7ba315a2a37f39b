import { listAgencyProducts as endpoint } from '../../contract/agentur-praemienplan.ts'
import { listFeatured } from '../catalogue/list-products.ts'
import { productApiOf } from '../gateways/product-feeds/product-api.ts'
import { serve } from '../serve.ts'

export const listAgencyProducts = serve(endpoint, async (call) => {
  productApiOf(call.tenant)
  return call.transaction((tx) => listFeatured(tx, call))
})
