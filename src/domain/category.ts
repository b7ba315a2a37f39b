// The categories of a telecom catalogue (spec sections 1 and 7.6), derived from a product's own fields; the slug is the wire's
// `Kategorie`.

export const categorySlugs = [
  'internet',
  'hybrid',
  'young',
  'glasfaser',
  'tv',
  'sport-tv',
  'mobilfunk', // tariffs without a device
  'handys', // devices with a tariff
  'geschaeftskunden',
] as const
export type CategorySlug = (typeof categorySlugs)[number]

export const isCategorySlug = (text: string): text is CategorySlug =>
  (categorySlugs as readonly string[]).includes(text)

export type Categorised =
  | { source: 'festnetz'; group: string; young: boolean; hybrid: boolean; productClass: string }
  | { source: 'mobilfunk'; productClass: string; deviceId: string | null }

/** The provider's groups of fixed lines, as its documents name them. */
export const knownGroups = ['Internet', 'Glasfaser', 'TV', 'Sport-TV', 'Geschäftskunden'] as const

const television = /\b(?:ip-?)?tv\b|fernseh/i
const business = /gesch(?:ä|ae)ft|business|gewerbe/i
const sports = /sport/i
const fibreLine = /glasfaser|fib(?:re|er)/i
const otherLine = /internet|dsl|kabel|cable|hybrid|young|festnetz/i

/** Whether a group is known or a synonym; all others count as internet. */
export const isKnownGroup = (group: string): boolean =>
  [business, sports, television, fibreLine, otherLine].some((words) => words.test(group))

/**
 * At least one, in the order of the slugs. Business offers are business only; "internet" excludes fibre, hybrid and young, which
 * have their own pages.
 */
export function categoriesOf(product: Categorised): CategorySlug[] {
  if (product.source === 'mobilfunk') {
    if (business.test(product.productClass)) return ['geschaeftskunden']
    return [product.deviceId === null ? 'mobilfunk' : 'handys']
  }
  const { group, young, hybrid, productClass } = product
  if (business.test(group) || business.test(productClass)) return ['geschaeftskunden']
  if (sports.test(group)) return ['sport-tv']
  if (television.test(group)) return ['tv']
  const fibre = fibreLine.test(group)
  return categorySlugs.filter(
    (slug) =>
      (slug === 'internet' && !young && !hybrid && !fibre) ||
      (slug === 'hybrid' && hybrid) ||
      (slug === 'young' && young) ||
      (slug === 'glasfaser' && fibre),
  )
}

/** Unit of a class, as on the wire. */
export const classUnits = ['Mbit/s', 'Sender'] as const
export type ClassUnit = (typeof classUnits)[number]

const line = /internet|dsl|kabel|hybrid|glasfaser|fib(?:re|er)|gesch(?:ä|ae)ft|business/i

/** Unit of a class such as `250` or `140+`; null for a name. */
export function classUnitOf(product: Categorised): ClassUnit | null {
  if (product.source === 'mobilfunk' || !/^\d+\+?$/.test(product.productClass)) return null
  if (categoriesOf(product).includes('sport-tv')) return null
  if (television.test(product.group)) return 'Sender'
  return product.hybrid || product.young || line.test(product.group) ? 'Mbit/s' : null
}

export type Teaser = { cents: number; upTo: boolean }

/** Spec section 9: the default where nothing is configured and the offers are unknown. */
const defaultTeaser: Teaser = { cents: 2500, upTo: true }

/**
 * The advertised reward of a category: the configured one, else the highest, within what its offers earn; "up to" if one earns
 * less. Null if none earns anything.
 */
export function teaserFor(
  configured: Teaser | null,
  rewardCents: readonly number[],
): Teaser | null {
  if (rewardCents.length === 0) return promised(configured ?? defaultTeaser)
  const highest = rewardCents.reduce((a, b) => Math.max(a, b), 0)
  const lowest = rewardCents.reduce((a, b) => Math.min(a, b), highest)
  if (configured?.cents === 0) return null
  const cents = Math.min(Math.max(configured?.cents ?? highest, lowest), highest)
  return promised({ cents, upTo: lowest < cents })
}

const promised = (teaser: Teaser) => (teaser.cents > 0 ? teaser : null)
