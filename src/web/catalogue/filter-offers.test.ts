import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  countChoices,
  countFilters,
  filterOffers,
  readEuros,
  readFilter,
  shownCents,
  sorts,
  writeEuros,
  writeFilter,
  type OfferFilter,
} from './filter-offers.ts'
import type { Offer } from './offer.ts'

const choices = {
  manufacturers: ['Kiebitz', 'Lumora', 'Øresund & Söhne'],
  deviceTypes: ['Smartphone', 'Tablet'],
  classes: ['Einsteiger', 'Mittel', 'Premium'],
}

const offer = (part: Partial<Offer>): Offer => ({
  id: '1',
  title: 'Kiebitz 5 mit Mobil M',
  descriptions: [],
  monthlyCents: 2999,
  oneOffCents: 0,
  priceText: null,
  promotion: null,
  promotionCents: null,
  productClass: 'Mittel',
  classUnit: null,
  manufacturer: 'Kiebitz',
  deviceType: 'Smartphone',
  top: null,
  position: 1,
  rewardCents: 5000,
  footnotes: [],
  picture: '',
  ...part,
})

const nothing: OfferFilter = {
  manufacturers: [],
  deviceTypes: [],
  classes: [],
  fromCents: null,
  toCents: null,
  sort: 'empfohlen',
}

const anyOffers = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 9999 }).map(String),
    monthlyCents: fc.integer({ min: 0, max: 9999 }),
    promotionCents: fc.option(fc.integer({ min: 0, max: 9999 })),
    manufacturer: fc.option(fc.constantFrom(...choices.manufacturers)),
    deviceType: fc.option(fc.constantFrom(...choices.deviceTypes)),
    productClass: fc.constantFrom(...choices.classes),
    top: fc.option(fc.integer({ min: 1, max: 5 })),
    position: fc.integer({ min: 0, max: 20 }),
    rewardCents: fc.constantFrom(3000, 5000, 9000, 11000),
  }),
  { selector: ({ id }) => id, maxLength: 60 },
)

const anyFilter: fc.Arbitrary<OfferFilter> = fc.record({
  manufacturers: fc.subarray(choices.manufacturers),
  deviceTypes: fc.subarray(choices.deviceTypes),
  classes: fc.subarray(choices.classes),
  fromCents: fc.option(fc.integer({ min: 0, max: 9_999_999 })),
  toCents: fc.option(fc.integer({ min: 0, max: 9_999_999 })),
  sort: fc.constantFrom(...sorts),
})

const query = (filter: OfferFilter) => new URLSearchParams(writeFilter(filter))

test('an address says exactly what was chosen, whatever it was', () => {
  fc.assert(
    fc.property(anyFilter, (filter) => {
      expect(readFilter(query(filter), choices)).toEqual(filter)
    }),
  )
})

test('what the category does not have, and what is no price or order, counts as not chosen', () => {
  const asked =
    'hersteller=Unbekannt&hersteller=Lumora&geraet=Toaster&klasse=&von=billig&bis=-3&sortierung=zufall'
  expect(readFilter(new URLSearchParams(asked), choices)).toEqual({
    ...nothing,
    manufacturers: ['Lumora'],
  })
})

test('no query at all shows everything in the recommended order', () => {
  expect(readFilter(new URLSearchParams(), choices)).toEqual(nothing)
  expect(writeFilter(nothing)).toEqual([])
  expect(countFilters({ ...nothing, sort: 'bonus' })).toBe(0)
})

test('what is left fits every choice, and nothing that fits is missing', () => {
  fc.assert(
    fc.property(anyOffers, anyFilter, (parts, filter) => {
      const offers = parts.map(offer)
      const left = new Set(filterOffers(offers, filter))
      for (const one of offers) {
        const fits =
          (filter.manufacturers.length === 0 ||
            filter.manufacturers.some((name) => name === one.manufacturer)) &&
          (filter.deviceTypes.length === 0 ||
            filter.deviceTypes.some((name) => name === one.deviceType)) &&
          (filter.classes.length === 0 || filter.classes.includes(one.productClass)) &&
          (filter.fromCents === null || shownCents(one) >= filter.fromCents) &&
          (filter.toCents === null || shownCents(one) <= filter.toCents)
        expect(left.has(one)).toBe(fits)
      }
    }),
  )
})

test('beside each choice stands how many offers it alone would leave', () => {
  fc.assert(
    fc.property(anyOffers, anyFilter, (parts, filter) => {
      const offers = parts.map(offer)
      const counts = countChoices(offers, filter)
      for (const name of ['manufacturers', 'deviceTypes', 'classes'] as const)
        for (const value of choices[name])
          expect(counts[name].get(value) ?? 0).toBe(
            filterOffers(offers, { ...filter, [name]: [value] }).length,
          )
    }),
  )
})

test('every order is total: the same whatever order the offers came in, and each pair is in order', () => {
  fc.assert(
    fc.property(
      anyOffers.chain((parts) =>
        fc.tuple(fc.constant(parts), fc.shuffledSubarray(parts, { minLength: parts.length })),
      ),
      fc.constantFrom(...sorts),
      ([parts, shuffled], sort) => {
        const filter = { ...nothing, sort }
        const sorted = filterOffers(parts.map(offer), filter)
        expect(filterOffers(shuffled.map(offer), filter)).toEqual(sorted)
        for (const [index, one] of sorted.entries()) {
          const next = sorted[index + 1]
          if (!next) continue
          if (sort === 'preis') expect(shownCents(one)).toBeLessThanOrEqual(shownCents(next))
          if (sort === 'preis-ab') expect(shownCents(one)).toBeGreaterThanOrEqual(shownCents(next))
          if (sort === 'bonus') expect(one.rewardCents).toBeGreaterThanOrEqual(next.rewardCents)
          if (sort === 'empfohlen')
            expect(one.top ?? Infinity).toBeLessThanOrEqual(next.top ?? Infinity)
        }
      },
    ),
  )
})

test('the list that came in stays as it was', () => {
  const offers = [offer({ id: '2', position: 2 }), offer({ id: '1', position: 1 })]
  filterOffers(offers, { ...nothing, sort: 'bonus' })
  expect(offers.map(({ id }) => id)).toEqual(['2', '1'])
})

test('top offers come first, then the catalogue’s order, and alike prices keep it', () => {
  const offers = [
    offer({ id: 'c', position: 3 }),
    offer({ id: 'b', position: 2, top: 2 }),
    offer({ id: 'a', position: 9, top: 1 }),
    offer({ id: 'd', position: 1, monthlyCents: 999 }),
  ]
  const ids = (filter: OfferFilter) => filterOffers(offers, filter).map(({ id }) => id)
  expect(ids(nothing)).toEqual(['a', 'b', 'd', 'c'])
  expect(ids({ ...nothing, sort: 'preis' })).toEqual(['d', 'a', 'b', 'c'])
})

test('the price that counts is the one that is shown large: that of a promotion while it lasts', () => {
  const offers = [
    offer({ id: 'a', monthlyCents: 3999, promotionCents: 1999 }),
    offer({ id: 'b', monthlyCents: 2999 }),
  ]
  const ids = (part: Partial<OfferFilter>) =>
    filterOffers(offers, { ...nothing, ...part }).map(({ id }) => id)
  expect(ids({ toCents: 1999 })).toEqual(['a'])
  expect(ids({ fromCents: 2000 })).toEqual(['b'])
  expect(ids({ sort: 'preis' })).toEqual(['a', 'b'])
  expect(ids({ fromCents: 5000, toCents: 1000 })).toEqual([])
})

test('an offer without a device is in no choice of manufacturers', () => {
  const offers = [offer({ manufacturer: null, deviceType: null })]
  expect(filterOffers(offers, nothing)).toHaveLength(1)
  expect(filterOffers(offers, { ...nothing, manufacturers: ['Kiebitz'] })).toEqual([])
})

test.each([
  ['20', 2000],
  [' 19,95 ', 1995],
  ['19.9', 1990],
  ['0', 0],
  ['30 €', 3000],
  ['19,', null],
  ['', null],
  ['-1', null],
  ['1e3', null],
  ['1,234', null],
  ['999999', null],
  [null, null],
])('a price typed as %j is %j cents', (text, cents) => {
  expect(readEuros(text)).toBe(cents)
})

test('a price is written as it would be typed', () => {
  expect([2000, 1995, 1990, 5, 0, null].map(writeEuros)).toEqual([
    '20',
    '19,95',
    '19,90',
    '0,05',
    '0',
    '',
  ])
})
