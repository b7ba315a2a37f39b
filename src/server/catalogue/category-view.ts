import type { z } from 'zod'
import type { category } from '../../contract/produktkategorie.ts'
import {
  categorySlugs,
  isCategorySlug,
  teaserFor,
  type CategorySlug,
} from '../../domain/category.ts'
import type { Locale, Localised, Tenant } from '../../domain/tenant.ts'
import type { Deps } from '../context.ts'
import { fail } from '../errors.ts'
import { contentOf, type CategoryText, type Teaser } from '../gateways/content/content-source.ts'
import { drawCategoryIcon } from './draw-category-icon.ts'
import { loadCatalogue, type Catalogue, type CatalogueItem } from './load-catalogue.ts'
import { markOf } from './picture-mark.ts'

export type CategoryView = z.output<typeof category>

// What a category is called where the content says nothing, or is away.
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

export type Categories = {
  catalogue: Catalogue
  views: CategoryView[] // in the tenant's order, only those that have offers
  introOf: (slug: CategorySlug) => string
}

/** The categories of a tenant in one language; none where it shows no categories (ShowProductCategory). */
export async function loadCategories(
  deps: Deps,
  tenant: Tenant,
  locale: Locale,
): Promise<Categories> {
  const content = contentOf(deps, tenant)
  const [catalogue, texts, teasers] = await Promise.all([
    loadCatalogue(deps, tenant),
    content.categories(locale),
    content.teasers(locale),
  ])
  const textOf = new Map(texts.map((text) => [text.id, text]))
  const slugs = [...texts.map(({ id }) => id).filter(isCategorySlug), ...categorySlugs]
  const views = [...new Set(tenant.showsCategories ? slugs : [])].flatMap((slug) => {
    const items = catalogue.byCategory.get(slug)
    return items ? [categoryView(tenant, slug, items, textOf.get(slug), teasers, locale)] : []
  })
  return { catalogue, views, introOf: (slug) => textOf.get(slug)?.intro ?? '' }
}

/** The category's view and offers; throws `unknown-category`. */
export async function findCategory(deps: Deps, tenant: Tenant, slug: string, locale: Locale) {
  const { catalogue, views, introOf } = await loadCategories(deps, tenant, locale)
  const view = views.find(({ id }) => id === slug)
  if (!view || !isCategorySlug(slug)) throw fail('unknown-category')
  return { view, intro: introOf(slug), items: catalogue.byCategory.get(slug) ?? [] }
}

function categoryView(
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
