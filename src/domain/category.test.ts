import fc from 'fast-check'
import { expect, test } from 'vitest'
import { categoriesOf, classUnitOf, categorySlugs, isCategorySlug, teaserFor } from './category.ts'

const line = (
  group: string,
  more: { young?: boolean; hybrid?: boolean; productClass?: string } = {},
) =>
  categoriesOf({
    source: 'festnetz',
    group,
    young: false,
    hybrid: false,
    productClass: '100',
    ...more,
  })

test.each([
  ['Internet', {}, ['internet']],
  ['DSL', {}, ['internet']],
  ['Internet', { hybrid: true }, ['hybrid']],
  ['Internet', { young: true }, ['young']],
  ['Internet', { young: true, hybrid: true }, ['hybrid', 'young']],
  ['Glasfaser', {}, ['glasfaser']],
  ['GLASFASER FTTH', { young: true }, ['young', 'glasfaser']],
  ['Fibre', {}, ['glasfaser']],
  ['TV', {}, ['tv']],
  ['IP-TV', {}, ['tv']],
  ['Fernsehen', {}, ['tv']],
  ['Sport-TV', {}, ['sport-tv']],
  ['Geschäftskunden', {}, ['geschaeftskunden']],
  ['Geschaeftskunden', { hybrid: true }, ['geschaeftskunden']],
  ['Internet', { productClass: 'Business' }, ['geschaeftskunden']],
  ['Gewerbe Glasfaser', { young: true }, ['geschaeftskunden']],
] as const)('a line of group %s, %j, stands on the pages %j', (group, more, slugs) => {
  expect(line(group, more)).toEqual(slugs)
})

test.each([
  ['M', null, ['mobilfunk']],
  ['Premium', 'velmora-vela-4', ['handys']],
  ['Business', null, ['geschaeftskunden']],
  ['Business', 'velmora-vela-4', ['geschaeftskunden']],
] as const)(
  'a mobile offer of class %s with device %s stands on %j',
  (productClass, deviceId, slugs) => {
    expect(categoriesOf({ source: 'mobilfunk', productClass, deviceId })).toEqual(slugs)
  },
)

test('every product belongs to at least one existing category, whatever its group is called', () => {
  const product = fc.oneof(
    fc.record({
      source: fc.constant('festnetz' as const),
      group: fc.string(),
      young: fc.boolean(),
      hybrid: fc.boolean(),
      productClass: fc.string(),
    }),
    fc.record({
      source: fc.constant('mobilfunk' as const),
      productClass: fc.string(),
      deviceId: fc.option(fc.string({ minLength: 1 })),
    }),
  )
  fc.assert(
    fc.property(product, (one) => {
      const slugs = categoriesOf(one)
      expect(slugs.length).toBeGreaterThan(0)
      expect(slugs).toEqual(categorySlugs.filter((slug) => slugs.includes(slug)))
    }),
  )
})

test('a slug is one of the nine', () => {
  expect(categorySlugs).toHaveLength(9)
  expect([isCategorySlug('handys'), isCategorySlug('Handys'), isCategorySlug('toString')]).toEqual([
    true,
    false,
    false,
  ])
})

test('a teaser never promises more than an offer earns, and says "up to" as soon as one earns less', () => {
  expect(teaserFor({ cents: 11_000, upTo: true }, [5000, 11_000])).toEqual({
    cents: 11_000,
    upTo: true,
  })
  expect(teaserFor({ cents: 11_000, upTo: true }, [5000, 9000])).toEqual({
    cents: 9000,
    upTo: true,
  })
  expect(teaserFor({ cents: 5000, upTo: false }, [5000, 9000])).toEqual({
    cents: 5000,
    upTo: false,
  })
  expect(teaserFor({ cents: 7000, upTo: false }, [3000, 7000])).toEqual({ cents: 7000, upTo: true })
  expect(teaserFor({ cents: 5000, upTo: true }, [0, 0])).toBeNull()
  expect(teaserFor(null, [0])).toBeNull()
  expect(teaserFor({ cents: 0, upTo: true }, [5000])).toBeNull()
  const cents = fc.nat(20_000)
  fc.assert(
    fc.property(
      fc.option(fc.record({ cents, upTo: fc.boolean() })),
      fc.array(cents, { minLength: 1 }),
      (configured, rewards) => {
        const teaser = teaserFor(configured, rewards)
        if (!teaser) return
        expect(rewards.some((reward) => reward >= teaser.cents)).toBe(true)
        expect(teaser.upTo).toBe(rewards.some((reward) => reward < teaser.cents))
        expect(teaser.cents).toBeGreaterThanOrEqual(Math.min(...rewards))
      },
    ),
  )
})

test('a category without a teaser promises its highest reward, and up to 25 € only where nothing is known of its offers', () => {
  expect(teaserFor(null, [5000, 11_000])).toEqual({ cents: 11_000, upTo: true })
  expect(teaserFor(null, [5000, 5000])).toEqual({ cents: 5000, upTo: false })
  expect(teaserFor({ cents: 2500, upTo: true }, [5000, 9000])).toEqual({ cents: 5000, upTo: false })
  expect(teaserFor(null, [])).toEqual({ cents: 2500, upTo: true })
  expect(teaserFor({ cents: 7000, upTo: false }, [])).toEqual({ cents: 7000, upTo: false })
})

test('a class has a unit where it is known; a name has none', () => {
  const line = { source: 'festnetz', young: false, hybrid: false } as const
  const unit = (group: string, productClass: string) =>
    classUnitOf({ ...line, group, productClass })
  expect(unit('Internet', '250')).toBe('Mbit/s')
  expect(unit('Glasfaser', '1000')).toBe('Mbit/s')
  expect(unit('Geschäftskunden', '100')).toBe('Mbit/s')
  expect(unit('TV', '140+')).toBe('Sender')
  expect(unit('Geschäftskunden', 'Voice')).toBeNull()
  expect(unit('Sport-TV', '12')).toBeNull()
  expect(unit('Strom', '2000')).toBeNull()
  expect(classUnitOf({ ...line, hybrid: true, group: 'Zuhause', productClass: '50' })).toBe(
    'Mbit/s',
  )
  expect(classUnitOf({ source: 'mobilfunk', productClass: '5', deviceId: null })).toBeNull()
})
