import type { DemoPage } from '../../contract/page-context.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import { listShopProducts } from '../catalogue/store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { findOrderTitle, findProductOf } from './store.ts'

type Shop = Extract<DemoPage, { kind: 'shop' }>

const problem = {
  de: 'Zu diesen Angaben gibt es keine angenommene Empfehlung. Bitte zuerst die Empfehlung annehmen und die Daten absenden.',
  en: 'There is no accepted recommendation for this. Please accept the recommendation and send the form first.',
}
// A typed address must not assign a stranger's contract to one's own referral, so an address alone needs confirmation.
const addressAlone = {
  de: 'Eine E-Mail-Adresse allein genügt nur, wenn sie bestätigt ist und genau dieses Produkt empfohlen wurde. Sonst bitte über die Empfehlung in den Shop gehen.',
  en: 'An e-mail address alone is only enough if it is confirmed and exactly this product was recommended. Otherwise, please come to the shop from the recommendation.',
}

/** The demo's shop, for a referral or any e-mail address in one. */
export function readShop(
  deps: Deps,
  tenant: Tenant,
  locale: Locale,
  asked: {
    referralNumber?: string
    recipientNumber?: string
    salesPartnerNumber?: string
    orderNumber?: string
    failed: boolean
  },
): Promise<Shop> {
  const { referralNumber, recipientNumber, orderNumber } = asked
  return withTenant(deps.db, tenant.code, async (tx) => {
    const recommended =
      referralNumber || recipientNumber ? await findProductOf(tx, tenant.code, asked) : undefined
    const products = await listShopProducts(tx, tenant.code, recommended)
    const title = orderNumber ? await findOrderTitle(tx, tenant.code, orderNumber) : undefined
    const known = recommended !== undefined
    const isNamed = Boolean(referralNumber || recipientNumber)
    const said = isNamed ? problem : addressAlone
    return {
      kind: 'shop',
      locale,
      tenant: { code: tenant.code, name: tenant.name, theme: tenant.theme },
      referralNumber: (known && referralNumber) || null,
      recipientNumber: (known && recipientNumber) || null,
      salesPartnerNumber: asked.salesPartnerNumber ?? null,
      products: products.map((product) => ({
        externalId: product.external_id,
        title: product.title[locale],
        description: product.description[locale],
        picture: product.picture,
        chosen: product.external_id === recommended,
      })),
      concluded: orderNumber && title ? { orderNumber, productTitle: title[locale] } : null,
      error: asked.failed || (isNamed && !known) ? said[locale] : null,
    }
  })
}
