import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAmount, parseAmount } from './amount.ts'

test('every number of cents is read back as it was written', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (cents) => {
      expect(formatAmount(cents)).toMatch(/^\d+\.\d\d$/)
      expect(parseAmount(formatAmount(cents))).toBe(cents)
    }),
  )
  expect([0, 1, 10, 100, 5001, 99_999_999_999].map(formatAmount)).toEqual([
    '0.00',
    '0.01',
    '0.10',
    '1.00',
    '50.01',
    '999999999.99',
  ])
})

test('what is not a whole number of cents is never written', () => {
  for (const cents of [0.5, -1, Number.NaN, Infinity, 2 ** 53]) {
    expect(() => formatAmount(cents)).toThrow('whole cents')
  }
})

test('banks may write amounts shorter or longer, but never to a fraction of a cent', () => {
  expect(['12', '12.', '12.3', '12.30000', '.5', '0012.30'].map(parseAmount)).toEqual([
    1200, 1200, 1230, 1230, 50, 1230,
  ])
  const refused = [
    '',
    '.',
    '1,50',
    '-1',
    '1e3',
    '0x10',
    '1.234',
    '1.000000',
    ' 1',
    '99999999999999.99',
  ]
  for (const text of [...refused, undefined]) expect(parseAmount(text)).toBeUndefined()
})
