import { z } from 'zod'
import * as contract from '../../contract/produkt.ts'
import type { KeptPlan } from '../../domain/bonus.ts'
import type { Call } from '../context.ts'
import { fail } from '../errors.ts'
import { readyAnswer, serve } from '../serve.ts'
import { findAgent } from './agent-store.ts'
import { agentView } from './agent-view.ts'
import type { Catalogue, CatalogueItem } from './load-catalogue.ts'
import { loadOffer } from './option-view.ts'
import { loadCatalogueFor } from './plan-of-caller.ts'
import { productView } from './product-view.ts'

/** Products and agents share the path (spec section 7.6): other ids may be an agent's. */
export const showProduct = serve(contract.showProduct, async (call) => {
  const { params, query, tenant } = call
  const { catalogue, plan } = await loadCatalogueFor(call, query.agentId)
  const asked = query.source || query.deviceId ? findOffer(catalogue, params.id, query) : undefined
  const product = query.source || query.deviceId ? asked : catalogue.byId.get(params.id)
  if (!product && tenant.agentReferral) {
    const agent = await call.transaction((tx) => findAgent(tx, tenant.code, params.id))
    if (agent)
      return readyAnswer(JSON.stringify(z.encode(contract.agent, agentView(tenant, agent))))
  }
  return view(call, plan, product)
})

export const showExternalProduct = serve(contract.showExternalProduct, async (call) => {
  const { catalogue, plan } = await loadCatalogueFor(call)
  return view(call, plan, catalogue.byExternalId.get(call.params.id))
})

async function view(
  { tenant, today, locale, transaction }: Call,
  plan: KeptPlan | null,
  item: CatalogueItem | undefined,
) {
  if (!item) throw fail('not-found')
  const options = await transaction((tx) => loadOffer(tx, tenant, today))
  return {
    ...productView(tenant, item.row, plan, options, locale),
    offer: item.offer && item.offer[locale],
  }
}

/** A product of the catalogue; with a device, the tariff's offer with it. The tariff is a product's id or its own. */
function findOffer(
  { byId, items }: Catalogue,
  id: string,
  { source, deviceId }: { source?: string | undefined; deviceId?: string | undefined },
): CatalogueItem | undefined {
  const own = byId.get(id)
  const tariff = own?.row.mobile?.tariff_id ?? id
  const found = deviceId
    ? items.find(({ row }) => row.mobile?.device_id === deviceId && row.mobile.tariff_id === tariff)
    : own
  return !source || found?.offer?.de.source === source ? found : undefined
}
