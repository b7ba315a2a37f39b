import type { z } from 'zod'
import type { category } from '../../contract/produktkategorie.ts'
import {
  categorySlugs,
  isCategorySlug,
  teaserFor,
  type CategorySlug,
} from '../../domain/category.ts'
import type { Locale, Localised, Tenant } from '../../domain/tenant.ts'
import type { Call } from '../context.ts'
import { fail } from '../errors.ts'
import { contentOf } from '../gateways/content/content-of.ts'
import type { CategoryText, Footnote, Teaser } from '../gateways/content/content-source.ts'
import { drawCategoryIcon } from './draw-category-icon.ts'
import type { Catalogue, CatalogueItem } from './load-catalogue.ts'
import { markOf } from './picture-mark.ts'
import { loadCatalogueFor } from './plan-of-caller.ts'
import { together } from '../db/together.ts'

export type CategoryView = z.output<typeof category>

// Titles of categories if content has none or is unavailable.
const defaultTitles: Record<CategorySlug, Localised> = {
  internet: { de: 'Internet', en: 'Internet' },
  hybrid: { de: 'Hybrid', en: 'Hybrid' },
  young: { de: 'Young', en: 'Young' },
  glasfaser: { de: 'Glasfaser', en: 'Fibre' },
  tv: { de: 'Fernsehen', en: 'TV' },
  'sport-tv': { de: 'Sport-TV', en: 'Sports TV' },
  mobilfunk: { de: 'Handytarife', en: 'Mobile tariffs' },
  handys: { de: 'Handys mit Tarif', en: 'Phones with a tariff' },
  geschaeftskunden: { de: 'Geschäftskunden', en: 'Business' },
}

/** Inputs of category pages; each part is the same object until changed. */
export type CategorySources = {
  catalogue: Catalogue
  texts: CategoryText[]
  teasers: Teaser[]
  footnotes: Footnote[]
}

export async function loadCategorySources(
  call: Pick<Call, 'deps' | 'tenant' | 'caller' | 'today' | 'locale'>,
): Promise<CategorySources> {
  const { deps, tenant, locale } = call
  const content = contentOf(deps, tenant)
  const [{ catalogue }, texts, teasers, footnotes] = await together([
    () => loadCatalogueFor(call),
    () => content.categories(locale),
    () => content.teasers(locale),
    () => content.footnotes(locale),
  ])
  return { catalogue, texts, teasers, footnotes }
}

/** Categories with offers in the tenant's order; none without ShowProductCategory. */
export function categoryViews(
  tenant: Tenant,
  { catalogue, texts, teasers }: CategorySources,
  locale: Locale,
): CategoryView[] {
  const slugs = [...texts.map(({ id }) => id).filter(isCategorySlug), ...categorySlugs]
  return [...new Set(tenant.showsCategories ? slugs : [])].flatMap((slug) => {
    const items = catalogue.byCategory.get(slug)
    const text = texts.find(({ id }) => id === slug)
    return items ? [categoryView(tenant, slug, items, text, teasers, locale)] : []
  })
}

/** A category's offers; throws `unknown-category`. */
export function itemsOf(
  tenant: Tenant,
  catalogue: Catalogue,
  slug: string,
): { slug: CategorySlug; items: CatalogueItem[] } {
  const items = isCategorySlug(slug) ? catalogue.byCategory.get(slug) : undefined
  if (!tenant.showsCategories || !isCategorySlug(slug) || !items) throw fail('unknown-category')
  return { slug, items }
}

export function categoryView(
  tenant: Tenant,
  slug: CategorySlug,
  items: readonly CatalogueItem[],
  text: CategoryText | undefined,
  teasers: readonly Teaser[],
  locale: Locale,
): CategoryView {
  const configured =
    teasers.find(({ category }) => category === slug) ??
    teasers.find(({ category }) => category === null) ??
    null
  const rewards = items.map(({ row }) => row.commission_cents)
  const teaser = teaserFor(configured, rewards)
  const mark = markOf(drawCategoryIcon(tenant.theme, slug))
  return {
    id: slug,
    title: text?.title ?? defaultTitles[slug][locale],
    description: text?.description ?? '',
    icon: `/api/v1/${tenant.code}/produktkategorie/${slug}/icon?v=${mark}`,
    count: items.length,
    highestCents: Math.max(0, ...rewards),
    teaserCents: teaser?.cents ?? 0,
    teaserUpTo: teaser?.upTo ?? false,
    teaserText: teaser ? (configured?.text ?? '') : '',
  }
}
