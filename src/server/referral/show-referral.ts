import { showReferral as endpoint } from '../../contract/empfehlen.ts'
import { keepTogether } from '../../domain/keep-together.ts'
import { loadCatalogue } from '../catalogue/load-catalogue.ts'
import { serve } from '../serve.ts'
import { loadTogether } from './load-together.ts'
import { loadReferral, openView } from './referral-view.ts'

export const showReferral = serve(endpoint, async (call) => {
  const { deps, tenant, locale } = call
  const { number } = call.params
  const loaded =
    (await loadTogether(call, number)) ??
    (await call.transaction((tx) => loadReferral(tx, call, number)))
  // Products no longer offered, or without readable catalogue, have no price; the referral is still shown.
  const item = await loadCatalogue(deps, tenant).then(
    (catalogue) => catalogue.byId.get(loaded.referral.product_id),
    () => undefined,
  )
  const offer = item?.offer?.[locale]
  return {
    ...openView(call, loaded),
    ...(offer
      ? {
          price: {
            monthlyCents: offer.promotionCents ?? offer.monthlyCents,
            oneOffCents: offer.oneOffCents,
            text: offer.priceText && keepTogether(offer.priceText),
          },
        }
      : {}),
  }
})
