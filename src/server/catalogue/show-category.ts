import * as contract from '../../contract/produktkategorie.ts'
import { contentOf } from '../gateways/content/content-source.ts'
import { serve } from '../serve.ts'
import { findCategory, loadCategories } from './category-view.ts'
import type { CatalogueItem } from './load-catalogue.ts'

export const listCategories = serve(
  contract.listCategories,
  async ({ deps, tenant, locale }) => (await loadCategories(deps, tenant, locale)).views,
)

export const showCategory = serve(contract.showCategory, async (call) => {
  const { deps, tenant, params, locale } = call
  const [{ view, intro, items }, footnotes] = await Promise.all([
    findCategory(deps, tenant, params.category, locale),
    contentOf(deps, tenant).footnotes(locale),
  ])
  const offers = items.flatMap(({ offer }) => (offer ? [offer[locale]] : []))
  const named = new Set(offers.flatMap((offer) => offer.footnotes))
  return {
    category: view,
    intro,
    offers,
    manufacturers: manufacturersOf(items),
    classes: [...new Set(offers.map(({ productClass }) => productClass))],
    deviceTypes: [...new Set(offers.flatMap(({ deviceType }) => deviceType ?? []))],
    footnotes: footnotes.filter(({ identifier }) => named.has(identifier)),
  }
})

export const listManufacturers = serve(contract.listManufacturers, async (call) => {
  const { deps, tenant, params, locale } = call
  const { items } = await findCategory(deps, tenant, params.category, locale)
  return manufacturersOf(items)
})

const manufacturersOf = (items: readonly CatalogueItem[]): string[] =>
  [...new Set(items.flatMap(({ row }) => row.mobile?.manufacturer ?? []))].toSorted((a, b) =>
    a.localeCompare(b, 'de'),
  )
