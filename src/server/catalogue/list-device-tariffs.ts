import { listDeviceTariffs as endpoint } from '../../contract/produkt.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { loadCatalogue } from './load-catalogue.ts'

export const listDeviceTariffs = serve(endpoint, async ({ deps, tenant, params, locale }) => {
  const { items } = await loadCatalogue(deps, tenant)
  const offers = items
    .filter(({ row }) => row.mobile?.device_id === params.id)
    .flatMap(({ offer }) => (offer ? [offer[locale]] : []))
  if (offers.length === 0) throw fail('not-found')
  return offers.toSorted((a, b) => a.monthlyCents - b.monthlyCents)
})
