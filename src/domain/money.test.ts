import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  applyRecipientCap,
  formatCents,
  inWholeEuros,
  parsePlan,
  signedCents,
  split,
  wholeEuros,
} from './money.ts'

const cents = fc.integer({ min: 0, max: 1_000_000_000 })
const share = fc.integer({ min: 0, max: 100 })

describe('split', () => {
  test('the odd cent goes to the referrer', () => {
    expect(split(5001, 50)).toEqual({ referrer: 2501, recipient: 2500 })
    expect(split(1, 50)).toEqual({ referrer: 1, recipient: 0 })
    expect(split(1, 1)).toEqual({ referrer: 1, recipient: 0 })
    expect(split(100, 33)).toEqual({ referrer: 33, recipient: 67 })
  })

  test('a share of 100 or 0 gives everything to one side', () => {
    expect(split(5000, 100)).toEqual({ referrer: 5000, recipient: 0 })
    expect(split(5000, 0)).toEqual({ referrer: 0, recipient: 5000 })
    expect(split(0, 50)).toEqual({ referrer: 0, recipient: 0 })
  })

  test('no cent is lost or made, and the recipient gets the floor, exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 90_000_000_000_000 }), share, (total, s) => {
        const parts = split(total, s)
        expect(parts.referrer + parts.recipient).toBe(total)
        expect(parts.referrer).toBeGreaterThanOrEqual(0)
        expect(BigInt(parts.recipient)).toBe((BigInt(total) * BigInt(100 - s)) / 100n)
      }),
    )
  })

  test('every share of every amount up to ten euros adds up', () => {
    for (let total = 0; total <= 1000; total++) {
      for (let s = 0; s <= 100; s++) {
        const parts = split(total, s)
        if (parts.referrer + parts.recipient !== total) expect.fail(`${total} at ${s}`)
        if (parts.recipient !== Math.floor((total * (100 - s)) / 100))
          expect.fail(`${total} at ${s}`)
      }
    }
  })

  test.each([
    [-1, 50],
    [0.5, 50],
    [Number.NaN, 50],
    [Infinity, 50],
    [2 ** 53, 50],
    [Number.MAX_SAFE_INTEGER, 0],
    [100, -1],
    [100, 101],
    [100, 33.3],
    [100, Number.NaN],
  ])('refuses %s cents at a share of %s', (total, s) => {
    expect(() => split(total, s)).toThrow(RangeError)
  })
})

describe('applyRecipientCap', () => {
  const both = { referrer: 2500, recipient: 2500 }
  const all = { referrer: 0, recipient: 5000 }

  test('nothing happens without a cap or below it', () => {
    const free = { usedCents: 9999, referrerShare: 50, excessTo: 'auto' } as const
    const same = { ...both, forfeited: 0 }
    expect(applyRecipientCap({ split: both, capCents: null, ...free })).toEqual(same)
    const below = { split: both, capCents: 2500, usedCents: 0, referrerShare: 50 }
    expect(applyRecipientCap({ ...below, excessTo: 'forfeited' })).toEqual(same)
  })

  test('by itself the excess goes to the referrer', () => {
    expect(
      applyRecipientCap({
        split: both,
        capCents: 1500,
        usedCents: 0,
        referrerShare: 50,
        excessTo: 'auto',
      }),
    ).toEqual({ referrer: 3500, recipient: 1500, forfeited: 0 })
  })

  test('by itself the excess is forfeited when the referrer gave everything', () => {
    expect(
      applyRecipientCap({
        split: all,
        capCents: 1500,
        usedCents: 0,
        referrerShare: 0,
        excessTo: 'auto',
      }),
    ).toEqual({ referrer: 0, recipient: 1500, forfeited: 3500 })
  })

  test('the tenant may decide otherwise', () => {
    const capped = { capCents: 1500, usedCents: 0 }
    expect(
      applyRecipientCap({ split: all, ...capped, referrerShare: 0, excessTo: 'referrer' }),
    ).toEqual({ referrer: 3500, recipient: 1500, forfeited: 0 })
    expect(
      applyRecipientCap({ split: both, ...capped, referrerShare: 50, excessTo: 'forfeited' }),
    ).toEqual({ referrer: 2500, recipient: 1500, forfeited: 1000 })
  })

  test('what was used in the year counts, and an overused cap leaves nothing', () => {
    const half = { split: both, capCents: 1500, referrerShare: 50, excessTo: 'auto' } as const
    expect(applyRecipientCap({ ...half, usedCents: 600 })).toEqual({
      referrer: 4100,
      recipient: 900,
      forfeited: 0,
    })
    for (const usedCents of [1500, 1501, 99_999]) {
      expect(applyRecipientCap({ ...half, usedCents }).recipient).toBe(0)
    }
  })

  test('a cap of zero means nothing for the recipient; a negative use makes no room', () => {
    const half = { split: both, referrerShare: 50, excessTo: 'auto', usedCents: 0 } as const
    expect(applyRecipientCap({ ...half, capCents: 0 }).recipient).toBe(0)
    expect(applyRecipientCap({ ...half, capCents: 1500, usedCents: -500 }).recipient).toBe(1500)
  })

  test('no cent is lost or made, whatever the cap, and the cap holds', () => {
    fc.assert(
      fc.property(
        cents,
        share,
        fc.option(cents),
        cents,
        fc.constantFrom('auto' as const, 'referrer' as const, 'forfeited' as const),
        (total, referrerShare, capCents, usedCents, excessTo) => {
          const before = split(total, referrerShare)
          const after = applyRecipientCap({
            split: before,
            capCents,
            usedCents,
            referrerShare,
            excessTo,
          })
          expect(after.referrer + after.recipient + after.forfeited).toBe(total)
          expect(after.referrer).toBeGreaterThanOrEqual(before.referrer)
          expect(after.recipient).toBeLessThanOrEqual(before.recipient)
          expect(Math.min(after.recipient, after.forfeited)).toBeGreaterThanOrEqual(0)
          if (capCents !== null && after.recipient > 0) {
            expect(after.recipient + usedCents).toBeLessThanOrEqual(capCents)
          }
        },
      ),
    )
  })

  test('anything but whole cents is refused', () => {
    const odd = { split: both, usedCents: 0, referrerShare: 50, excessTo: 'auto' } as const
    expect(() => applyRecipientCap({ ...odd, capCents: 0.5 })).toThrow(RangeError)
    expect(() => applyRecipientCap({ ...odd, capCents: 1, usedCents: Number.NaN })).toThrow(
      RangeError,
    )
  })
})

describe('parsePlan', () => {
  test('reads plan;cents', () => {
    expect(parsePlan('standard;5000')).toEqual({ plan: 'standard', cents: 5000 })
    expect(parsePlan(' standard ; 9000 ')).toEqual({ plan: 'standard', cents: 9000 })
    expect(parsePlan('standard;0')).toEqual({ plan: 'standard', cents: 0 })
  })

  test.each([
    '',
    ';',
    'standard',
    'standard;',
    ';5000',
    'standard;-1',
    'standard;50,00',
    'a;1;2',
    'a;1e3',
    'a;1234567890',
  ])('refuses %j', (text) => {
    expect(parsePlan(text)).toBeNull()
  })
})

describe('formatCents', () => {
  test.each([
    [0, '0,00\u00a0€', '€0.00'],
    [5, '0,05\u00a0€', '€0.05'],
    [100, '1,00\u00a0€', '€1.00'],
    [99_999, '999,99\u00a0€', '€999.99'],
    [123_450, '1.234,50\u00a0€', '€1,234.50'],
    [123_456_789, '1.234.567,89\u00a0€', '€1,234,567.89'],
    [-123_450, '-1.234,50\u00a0€', '-€1,234.50'],
    [-5, '-0,05\u00a0€', '-€0.05'],
    [-0, '0,00\u00a0€', '€0.00'],
  ])('%s', (amount, de, en) => {
    expect(formatCents(amount, 'de')).toBe(de)
    expect(formatCents(amount, 'en')).toBe(en)
  })

  test('a page writes a real minus', () => {
    expect(signedCents(-5, 'de')).toBe('\u22120,05\u00a0€')
    expect(signedCents(-123_450, 'en')).toBe('\u2212€1,234.50')
    expect(signedCents(5, 'de')).toBe(formatCents(5, 'de'))
  })

  test('is what the locale data say', () => {
    const de = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' })
    const en = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'EUR' })
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), (amount) => {
        fc.pre(!Object.is(amount, -0))
        expect(formatCents(amount, 'de')).toBe(de.format(amount / 100))
        expect(formatCents(amount, 'en')).toBe(en.format(amount / 100))
      }),
    )
  })

  test('half a cent cannot be shown', () => {
    expect(() => formatCents(0.5, 'de')).toThrow(RangeError)
  })
})

test('a page of whole euros shortens a provider’s prices, too, but only where the cents are zero', () => {
  expect([wholeEuros(11_000, 'de'), wholeEuros(1995, 'de'), wholeEuros(123_400, 'en')]).toEqual([
    '110\u00a0€',
    '19,95\u00a0€',
    '€1,234',
  ])
  expect(inWholeEuros('5,00 € in den ersten 6 Monaten, danach 10,50 €, 1.100,00 €')).toBe(
    '5 € in den ersten 6 Monaten, danach 10,50 €, 1.100 €',
  )
  expect(inWholeEuros('€5.00 a month, then €10.50, €1,100.00')).toBe(
    '€5 a month, then €10.50, €1,100',
  )
})
