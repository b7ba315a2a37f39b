import { listRewardOptions as endpoint } from '../../contract/praemie.ts'
import { together } from '../db/together.ts'
import { serve } from '../serve.ts'
import { loadOffer, optionsOf } from './option-view.ts'
import { planOfCaller } from './plan-of-caller.ts'
import { findHighestCommission } from './store.ts'

/** Without a product, the amounts are the highest product's. */
export const listRewardOptions = serve(endpoint, async (call) => {
  const { tenant, today, locale } = call
  const [highest, offer, plan] = await call.transaction((tx) =>
    together([
      () => findHighestCommission(tx, tenant.code, tenant.excludedProducts),
      () => loadOffer(tx, tenant, today),
      () => planOfCaller(tx, call),
    ]),
  )
  return optionsOf(offer, plan?.fixedCents ?? highest, locale)
})
