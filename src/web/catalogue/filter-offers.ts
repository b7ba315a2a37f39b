import type { Offer } from './offer.ts'

// Filters and sorts a category's offers. All state is in the address, so that it can be kept, shared and used without script.

export const sorts = ['empfohlen', 'preis', 'preis-ab', 'bonus'] as const
export type Sort = (typeof sorts)[number]

export const filterNames = {
  manufacturers: 'hersteller',
  deviceTypes: 'geraet',
  classes: 'klasse',
  from: 'von', // euros a month
  to: 'bis',
  sort: 'sortierung',
} as const

export type OfferFilter = {
  manufacturers: string[] // empty: all
  deviceTypes: string[]
  classes: string[]
  fromCents: number | null
  toCents: number | null
  sort: Sort
}

export type Choices = Pick<OfferFilter, 'manufacturers' | 'deviceTypes' | 'classes'>

/** The initial monthly price: the promotion's, if any. */
export const shownCents = (offer: Pick<Offer, 'monthlyCents' | 'promotionCents'>): number =>
  offer.promotionCents ?? offer.monthlyCents

/** The filter in a query or a form. Unknown values and invalid prices count as not chosen. */
export function readFilter(query: URLSearchParams, choices: Choices): OfferFilter {
  const chosen = (name: string, known: string[]) => {
    const wanted = new Set(query.getAll(name))
    return known.filter((value) => wanted.has(value))
  }
  const sort = query.get(filterNames.sort)
  return {
    manufacturers: chosen(filterNames.manufacturers, choices.manufacturers),
    deviceTypes: chosen(filterNames.deviceTypes, choices.deviceTypes),
    classes: chosen(filterNames.classes, choices.classes),
    fromCents: readEuros(query.get(filterNames.from)),
    toCents: readEuros(query.get(filterNames.to)),
    sort: sorts.find((known) => known === sort) ?? 'empfohlen',
  }
}

/** `20`, `19,95` or `19.95` as cents; null if invalid. */
export function readEuros(text: string | null): number | null {
  const [, euros, hundredths = ''] =
    /^\s*(\d{1,5})(?:[.,](\d{1,2}))?\s*€?\s*$/.exec(text ?? '') ?? []
  return euros === undefined ? null : Number(euros) * 100 + Number(hundredths.padEnd(2, '0'))
}

/** Cents as a price field shows them: `20`, or `19,95`. */
export const writeEuros = (cents: number | null): string =>
  cents === null
    ? ''
    : cents % 100 === 0
      ? String(cents / 100)
      : (cents / 100).toFixed(2).replace('.', ',')

/** The shortest equivalent query. */
export function writeFilter(filter: OfferFilter): [name: string, value: string][] {
  const all = (name: string, values: string[]): [string, string][] =>
    values.map((value) => [name, value])
  return [
    ...all(filterNames.manufacturers, filter.manufacturers),
    ...all(filterNames.deviceTypes, filter.deviceTypes),
    ...all(filterNames.classes, filter.classes),
    ...all(filterNames.from, filter.fromCents === null ? [] : [writeEuros(filter.fromCents)]),
    ...all(filterNames.to, filter.toCents === null ? [] : [writeEuros(filter.toCents)]),
    ...all(filterNames.sort, filter.sort === 'empfohlen' ? [] : [filter.sort]),
  ]
}

/** Number of active filters; the order does not count. */
export const countFilters = (filter: OfferFilter): number =>
  filter.manufacturers.length +
  filter.deviceTypes.length +
  filter.classes.length +
  (filter.fromCents === null ? 0 : 1) +
  (filter.toCents === null ? 0 : 1)

/** Matching offers, sorted; ties stay in the recommended order. */
export function filterOffers<O extends Offer>(offers: readonly O[], filter: OfferFilter): O[] {
  return offers
    .filter((offer) => passes(offer, filter))
    .sort((a, b) => order[filter.sort](a, b) || recommended(a, b))
}

function passes(offer: Offer, filter: OfferFilter): boolean {
  const among = (chosen: string[], value: string | null) =>
    chosen.length === 0 || (value !== null && chosen.includes(value))
  return (
    among(filter.manufacturers, offer.manufacturer) &&
    among(filter.deviceTypes, offer.deviceType) &&
    among(filter.classes, offer.productClass) &&
    shownCents(offer) >= (filter.fromCents ?? 0) &&
    shownCents(offer) <= (filter.toCents ?? Infinity)
  )
}

export type ChoiceCounts = Record<keyof Choices, ReadonlyMap<string, number>>

/** Offers per choice, given the other filters; values without any are left out. */
export function countChoices(offers: readonly Offer[], filter: OfferFilter): ChoiceCounts {
  const count = (name: keyof Choices, valueOf: (offer: Offer) => string | null) => {
    const counts = new Map<string, number>()
    const others = { ...filter, [name]: [] }
    for (const offer of offers) {
      const value = valueOf(offer)
      if (value !== null && passes(offer, others)) counts.set(value, (counts.get(value) ?? 0) + 1)
    }
    return counts
  }
  return {
    manufacturers: count('manufacturers', ({ manufacturer }) => manufacturer),
    deviceTypes: count('deviceTypes', ({ deviceType }) => deviceType),
    classes: count('classes', ({ productClass }) => productClass),
  }
}

// Top positions first, then the catalogue's order; ids make it deterministic.
function recommended(a: Offer, b: Offer): number {
  const place = (offer: Offer) => offer.top ?? Number.MAX_SAFE_INTEGER
  return place(a) - place(b) || a.position - b.position || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

const order: Record<Sort, (a: Offer, b: Offer) => number> = {
  empfohlen: () => 0,
  preis: (a, b) => shownCents(a) - shownCents(b),
  'preis-ab': (a, b) => shownCents(b) - shownCents(a),
  bonus: (a, b) => b.rewardCents - a.rewardCents,
}
