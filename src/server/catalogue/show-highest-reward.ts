import { showHighestReward as endpoint } from '../../contract/produkt.ts'
import { formatCents } from '../../domain/money.ts'
import { serve } from '../serve.ts'
import { loadCatalogue } from './load-catalogue.ts'

export const showHighestReward = serve(endpoint, async ({ deps, tenant, locale }) => {
  const { items } = await loadCatalogue(deps, tenant)
  const cents = items.reduce((most, { row }) => Math.max(most, row.commission_cents), 0)
  return { cents, amount: formatCents(cents, locale) }
})
