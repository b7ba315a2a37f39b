import { expect, test } from 'vitest'
import { maskCustomerNumber, readCustomerNumber } from './customer-number.ts'

const pattern = '^FN\\d{8}$'

test.each(['FN12345678', 'fn12345678', ' FN 1234 5678 ', 'FN-1234-5678', 'fn.12/34 5678'])(
  'a number is read however it is typed: %s',
  (typed) => {
    expect(readCustomerNumber(typed, pattern)).toBe('FN12345678')
  },
)

test.each(['', ' ', 'FN1234567', 'FN123456789', '12345678', 'FNABCDEFGH', 'x'.repeat(10_000)])(
  'what does not look like one of the provider is none: %s',
  (typed) => {
    expect(readCustomerNumber(typed, pattern)).toBeNull()
  },
)

test('no number is longer than 40 characters, whatever the pattern says', () => {
  expect(readCustomerNumber('7'.repeat(40), '.*')).toHaveLength(40)
  expect(readCustomerNumber('7'.repeat(41), '.*')).toBeNull()
})

test('a masked number shows its first two and its last two characters, a short one nothing', () => {
  expect(maskCustomerNumber('FN12345678')).toBe('FN******78')
  expect(maskCustomerNumber('12345')).toBe('*****')
})
