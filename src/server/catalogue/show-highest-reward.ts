import { showHighestReward as endpoint } from '../../contract/produkt.ts'
import { formatCents } from '../../domain/money.ts'
import { serve } from '../serve.ts'
import { loadCatalogueFor } from './plan-of-caller.ts'

export const showHighestReward = serve(endpoint, async (call) => {
  const { items } = (await loadCatalogueFor(call)).catalogue
  const cents = items.reduce((most, { row }) => Math.max(most, row.commission_cents), 0)
  return { cents, amount: formatCents(cents, call.locale) }
})
