// The categories of a telecom catalogue (spec sections 1 and 7.6). Which of them a product belongs to follows from its own fields, so
// that an import never has to name them; the slug is the wire's `Kategorie`.

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

const television = /\b(?:ip-?)?tv\b|fernseh/i
const business = /gesch(?:ä|ae)ft|business|gewerbe/i

/**
 * In the order of the slugs, never none. Business offers are for businesses alone; "internet" holds the lines that are neither fibre nor
 * hybrid nor for the young, which have pages of their own.
 */
export function categoriesOf(product: Categorised): CategorySlug[] {
  if (product.source === 'mobilfunk') {
    if (business.test(product.productClass)) return ['geschaeftskunden']
    return [product.deviceId === null ? 'mobilfunk' : 'handys']
  }
  const { group, young, hybrid, productClass } = product
  if (business.test(group) || business.test(productClass)) return ['geschaeftskunden']
  if (/sport/i.test(group)) return ['sport-tv']
  if (television.test(group)) return ['tv']
  const fibre = /glasfaser|fib(?:re|er)/i.test(group)
  return categorySlugs.filter(
    (slug) =>
      (slug === 'internet' && !young && !hybrid && !fibre) ||
      (slug === 'hybrid' && hybrid) ||
      (slug === 'young' && young) ||
      (slug === 'glasfaser' && fibre),
  )
}

/** What the figure of a class counts, in the wire's words. */
export const classUnits = ['Mbit/s', 'Sender'] as const
export type ClassUnit = (typeof classUnits)[number]

const line = /internet|dsl|kabel|hybrid|glasfaser|fib(?:re|er)|gesch(?:ä|ae)ft|business/i

/** What a class such as `250` or `140+` counts; null where it is a name, or nobody can know. */
export function classUnitOf(product: Categorised): ClassUnit | null {
  if (product.source === 'mobilfunk' || !/^\d+\+?$/.test(product.productClass)) return null
  if (categoriesOf(product).includes('sport-tv')) return null
  if (television.test(product.group)) return 'Sender'
  return product.hybrid || product.young || line.test(product.group) ? 'Mbit/s' : null
}

export type Teaser = { cents: number; upTo: boolean }

/** Spec section 9: what a category promises where its tenant configured nothing. */
export const defaultTeaserCents = 2500

/**
 * What a category promises: the configured height, but never more than one of its offers earns, and "up to" as soon as one earns less
 * than that. Null where nothing earns anything.
 */
export function teaserFor(
  configured: Teaser | null,
  rewardCents: readonly number[],
): Teaser | null {
  const highest = rewardCents.reduce((a, b) => Math.max(a, b), 0)
  if (highest <= 0) return null
  const cents = Math.min(configured?.cents ?? defaultTeaserCents, highest)
  if (cents <= 0) return null
  const less = rewardCents.some((reward) => reward < cents)
  return { cents, upTo: (configured?.upTo ?? true) || less }
}
