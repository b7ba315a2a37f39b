import { listDeviceTariffs as endpoint } from '../../contract/produkt.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { loadCatalogueFor } from './plan-of-caller.ts'

export const listDeviceTariffs = serve(endpoint, async (call) => {
  const { params, locale } = call
  const { items } = (await loadCatalogueFor(call)).catalogue
  const offers = items
    .filter(({ row }) => row.mobile?.device_id === params.id)
    .flatMap(({ offer }) => (offer ? [offer[locale]] : []))
  if (offers.length === 0) throw fail('not-found')
  return offers.toSorted((a, b) => a.monthlyCents - b.monthlyCents)
})
