import { z } from 'zod'
import * as contract from '../../contract/produktkategorie.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import { readyAnswer, serve, type ReadyAnswer } from '../serve.ts'
import {
  categoryView,
  categoryViews,
  itemsOf,
  loadCategorySources,
  type CategorySources,
} from './category-view.ts'
import { loadCatalogue, type Catalogue, type CatalogueItem } from './load-catalogue.ts'

export const listCategories = serve(contract.listCategories, async (call) =>
  categoryViews(call.tenant, await loadCategorySources(call), call.locale),
)

export const listManufacturers = serve(contract.listManufacturers, async (call) => {
  const { deps, tenant, params } = call
  return manufacturersOf(itemsOf(tenant, await loadCatalogue(deps, tenant), params.category).items)
})

export const showCategory = serve(contract.showCategory, async (call) => {
  const { tenant, params, locale } = call
  const sources = await loadCategorySources(call)
  return answerOf(tenant, sources, params.category, locale)
})

type Answer = { answer: ReadyAnswer; sources: CategorySources }

// Serialising 120 offers takes longer than the rest of a call, and changes only with imports.
const answers = new WeakMap<Catalogue, Map<string, Answer>>()

function answerOf(
  tenant: Tenant,
  sources: CategorySources,
  asked: string,
  locale: Locale,
): ReadyAnswer {
  const { catalogue, texts, teasers, footnotes } = sources
  const { slug, items } = itemsOf(tenant, catalogue, asked)
  const kept = answers.get(catalogue) ?? new Map<string, Answer>()
  answers.set(catalogue, kept)
  const known = kept.get(`${slug} ${locale}`)
  const same =
    known?.sources.texts === texts &&
    known.sources.teasers === teasers &&
    known.sources.footnotes === footnotes
  if (same) return known.answer
  const text = texts.find(({ id }) => id === slug)
  const offers = items.flatMap(({ offer }) => (offer ? [offer[locale]] : []))
  const named = new Set(offers.flatMap((offer) => offer.footnotes))
  const view = {
    category: categoryView(tenant, slug, items, text, teasers, locale),
    intro: text?.intro ?? '',
    offers,
    manufacturers: manufacturersOf(items),
    classes: [...new Set(offers.map(({ productClass }) => productClass))],
    deviceTypes: [...new Set(offers.flatMap(({ deviceType }) => deviceType ?? []))],
    footnotes: footnotes.filter(({ identifier }) => named.has(identifier)),
  }
  const answer = readyAnswer(JSON.stringify(z.encode(contract.categoryAnswer, view)))
  kept.set(`${slug} ${locale}`, { answer, sources })
  return answer
}

const manufacturersOf = (items: readonly CatalogueItem[]): string[] =>
  [...new Set(items.flatMap(({ row }) => row.mobile?.manufacturer ?? []))].toSorted((a, b) =>
    a.localeCompare(b, 'de'),
  )
