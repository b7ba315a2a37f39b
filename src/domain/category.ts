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

/** What a provider calls its groups of fixed lines, as the documents name them. */
export const knownGroups = ['Internet', 'Glasfaser', 'TV', 'Sport-TV', 'Geschäftskunden'] as const

const television = /\b(?:ip-?)?tv\b|fernseh/i
const business = /gesch(?:ä|ae)ft|business|gewerbe/i
const sports = /sport/i
const fibreLine = /glasfaser|fib(?:re|er)/i
const otherLine = /internet|dsl|kabel|cable|hybrid|young|festnetz/i

/** Whether a group is one of those, or another word for one. All others count as internet. */
export const isKnownGroup = (group: string): boolean =>
  [business, sports, television, fibreLine, otherLine].some((words) => words.test(group))

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

/** Spec section 9: what a category promises where its tenant configured nothing and its offers are not known. */
const defaultTeaser: Teaser = { cents: 2500, upTo: true }

/**
 * What a category promises. Where its offers are known: the configured height, else the highest reward, but never more than one of them
 * earns, never less than each of them earns, and "up to" where one earns less than that. Null where nothing earns anything.
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
