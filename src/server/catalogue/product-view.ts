import type { z } from 'zod'
import type { product as contract } from '../../contract/produkt.ts'
import { underPlan, type KeptPlan } from '../../domain/bonus.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import { optionsOf, type Offer } from './option-view.ts'
import type { Product } from './store.ts'

/** Whether a product is visible: active and not excluded by the tenant. */
export function isOffered<P extends Pick<Product, 'product_id' | 'active'>>(
  tenant: Pick<Tenant, 'excludedProducts'>,
  product: P | undefined,
): product is P {
  return product?.active === true && !tenant.excludedProducts.includes(product.product_id)
}

/** @param plan of the caller's agency (plan-of-caller.ts), or null */
export function productView(
  tenant: Pick<Tenant, 'cap'>,
  product: Product,
  plan: KeptPlan | null,
  offer: Offer,
  locale: Locale,
): z.output<typeof contract> {
  const row = underPlan(product, plan)
  return {
    id: row.product_id,
    externalId: row.external_id,
    title: row.title[locale],
    category: row.category,
    description: row.description[locale],
    rewardOptions: optionsOf(offer, row.commission_cents, locale),
    rewardCents: row.commission_cents,
    ...(plan && plan.stages.length > 0
      ? { further: { stages: plan.stages, periodMonths: plan.periodMonths } }
      : {}),
    recipientCapCents: tenant.cap.cents,
    picture: row.picture,
    previewPicture: row.preview_picture,
  }
}
