import type { z } from 'zod'
import type { product } from '../../contract/produkt.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import { fail } from '../errors.ts'
import { optionsOf, type Offer } from './option-view.ts'
import type { Product } from './store.ts'

/** Refuses a tenant whose products come from a feed that this server has no adapter for. */
export function checkProductApi(tenant: Pick<Tenant, 'productApi'>): void {
  if (tenant.productApi.type !== 'katalog') throw fail('unknown-product-api')
}

export function productView(
  tenant: Pick<Tenant, 'cap'>,
  row: Product,
  offer: Offer,
  locale: Locale,
): z.output<typeof product> {
  return {
    id: row.product_id,
    externalId: row.external_id,
    title: row.title[locale],
    category: row.category,
    description: row.description[locale],
    rewardOptions: optionsOf(offer, row.commission_cents, locale),
    rewardCents: row.commission_cents,
    recipientCapCents: tenant.cap.cents,
    picture: row.picture,
    previewPicture: row.preview_picture,
  }
}
