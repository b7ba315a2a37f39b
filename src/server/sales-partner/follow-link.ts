import { followSalesPartnerLink as endpoint } from '../../contract/verkaufspartner.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { partnerShopUrl } from './links.ts'
import { needSalesPartners } from './need-sales-partners.ts'
import { isActivePartner } from './store.ts'

/** Redirects to the provider's shop; not for inactive or unknown partners. */
export const followSalesPartnerLink = serve(endpoint, async (call) => {
  const { deps, tenant, reply } = call
  const terms = needSalesPartners(tenant)
  const number = call.params.number.toUpperCase()
  if (!(await call.transaction((tx) => isActivePartner(tx, tenant.code, number))))
    throw fail('not-found')
  await reply
    .header('Cache-Control', 'no-store')
    .redirect(partnerShopUrl(deps, tenant, terms, number), 302)
  return undefined
})
