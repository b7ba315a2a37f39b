import { categoriesOf, categorySlugs, type CategorySlug } from '../../domain/category.ts'
import { underPlan, type KeptPlan } from '../../domain/bonus.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { productApiOf } from '../gateways/product-feeds/product-api.ts'
import { readCatalogueRows, type CatalogueRow } from './catalogue-store.ts'
import { drawOffer, pictureOf } from './draw-offer.ts'
import { offerOf, type Offer } from './offer-view.ts'
import { markOf } from './picture-mark.ts'

/** A product open to recommendation, with its offer in both languages if a tariff or device. */
export type CatalogueItem = {
  row: CatalogueRow
  categories: CategorySlug[]
  offer: Record<'de' | 'en', Offer> | null
}
/** A tenant's products prepared for pages, once per change. */
export type Catalogue = {
  items: CatalogueItem[]
  byId: ReadonlyMap<string, CatalogueItem>
  byExternalId: ReadonlyMap<string, CatalogueItem>
  byCategory: ReadonlyMap<CategorySlug, CatalogueItem[]> // non-empty ones, recommended products first
}

// Rebuilt also when the tenant's settings or theme change.
const ready = new WeakMap<CatalogueRow[], WeakMap<Tenant, Catalogue>>()

/** The tenant's catalogue from memory; throws `unknown-product-api`. */
export async function loadCatalogue(
  deps: Pick<Deps, 'cache' | 'db'>,
  tenant: Tenant,
): Promise<Catalogue> {
  productApiOf(tenant)
  const rows = await deps.cache.get('catalogue', tenant.code, () =>
    withTenant(deps.db, tenant.code, (tx) => readCatalogueRows(tx, tenant.code)),
  )
  const made = ready.get(rows) ?? new WeakMap<Tenant, Catalogue>()
  ready.set(rows, made)
  const catalogue = made.get(tenant) ?? makeCatalogue(tenant, rows)
  made.set(tenant, catalogue)
  return catalogue
}

function makeCatalogue(tenant: Tenant, rows: readonly CatalogueRow[]): Catalogue {
  const excluded = new Set(tenant.excludedProducts)
  const marks = new Map<string, string>()
  const items = rows
    .filter(({ active, product_id }) => active && !excluded.has(product_id))
    .map((row) => itemOf(tenant, row, marks))
  const ordered = items.toSorted((a, b) => topOf(a) - topOf(b))
  return {
    ...indexOf(items),
    byCategory: new Map(
      categorySlugs.flatMap((slug) => {
        const own = ordered.filter(({ categories }) => categories.includes(slug))
        return own.length > 0 ? [[slug, own] as const] : []
      }),
    ),
  }
}

const indexOf = (items: CatalogueItem[]) => ({
  items,
  byId: new Map(items.map((item) => [item.row.product_id, item])),
  byExternalId: new Map(items.map((item) => [item.row.external_id, item])),
})

/** The catalogue with an agency plan's amounts. */
export function underPlanOf(catalogue: Catalogue, plan: KeptPlan): Catalogue {
  const rewardCents = plan.fixedCents
  const changed = new Map(
    catalogue.items.map((item) => [
      item,
      {
        ...item,
        row: underPlan(item.row, plan),
        offer: item.offer && {
          de: { ...item.offer.de, rewardCents },
          en: { ...item.offer.en, rewardCents },
        },
      },
    ]),
  )
  const under = (item: CatalogueItem) => changed.get(item) ?? item
  return {
    ...indexOf([...changed.values()]),
    byCategory: new Map([...catalogue.byCategory].map(([slug, own]) => [slug, own.map(under)])),
  }
}

function itemOf(tenant: Tenant, row: CatalogueRow, marks: Map<string, string>): CatalogueItem {
  const categories = categoriesOfRow(row)
  // Drawn once per device, whatever the tariff.
  const picture = pictureOf(row, categories)
  const key = JSON.stringify(picture)
  const mark = marks.get(key) ?? markOf(drawOffer(tenant.theme, picture))
  marks.set(key, mark)
  const [de, en] = [offerOf(tenant, row, mark, 'de'), offerOf(tenant, row, mark, 'en')]
  return { row, categories, offer: de && en && { de, en } }
}

// A stable sort: otherwise in the products' order.
const topOf = ({ row }: CatalogueItem) => row.mobile?.top_position ?? Number.MAX_SAFE_INTEGER

function categoriesOfRow({ fixedLine, mobile }: CatalogueRow): CategorySlug[] {
  if (fixedLine) {
    const { product_group: group, product_class: productClass, young, hybrid } = fixedLine
    return categoriesOf({ source: 'festnetz', group, young, hybrid, productClass })
  }
  if (!mobile) return []
  const { product_class: productClass, device_id: deviceId } = mobile
  return categoriesOf({ source: 'mobilfunk', productClass, deviceId })
}
