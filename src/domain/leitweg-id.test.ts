import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readElectronicAddress } from './electronic-address.ts'
import { checkLeitwegId, tidyLeitwegId } from './leitweg-id.ts'

const known = '04011000-1234512345-06'

/** The check digits by the definition, with whole numbers as large as they come. */
function digitsOf(coarse: string, fine: string): string {
  const digits = [...`${coarse}${fine}00`].map((one) => parseInt(one, 36)).join('')
  return String(98n - (BigInt(digits) % 97n)).padStart(2, '0')
}

test('numbers with right check digits are taken, as people write them', () => {
  expect(checkLeitwegId(known)).toBe('ok')
  expect(checkLeitwegId(tidyLeitwegId(' 04011000 - 1234512345 - 06 '))).toBe('ok')
})

test('any number has exactly the check digits of its definition', () => {
  const coarse = fc.stringMatching(/^\d{2,12}$/)
  const fine = fc.stringMatching(/^([A-Z0-9]{1,30})?$/)
  fc.assert(
    fc.property(coarse, fine, fc.integer({ min: 0, max: 99 }), (one, two, other) => {
      const digits = digitsOf(one, two)
      const of = (last: string) => [one, two, last].filter(Boolean).join('-')
      expect(checkLeitwegId(of(digits))).toBe('ok')
      const wrong = String(other).padStart(2, '0')
      if ((Number(wrong) - Number(digits)) % 97 !== 0)
        expect(checkLeitwegId(of(wrong))).toBe('digits')
    }),
  )
})

test('one wrong digit, and two that changed places, are found', () => {
  expect(checkLeitwegId('04011000-1234512346-06')).toBe('digits')
  expect(checkLeitwegId('04011000-1234512354-06')).toBe('digits')
})

test.each([
  '',
  '04011000',
  '0-12345-06',
  '04011000-1234512345',
  'A4011000-12345-06',
  '04011000-ä-06',
])('what is none at all is said to be none: %s', (typed) => {
  expect(checkLeitwegId(typed)).toBe('shape')
})

test('an electronic address is one of its scheme, or none', () => {
  expect(readElectronicAddress('EM', ' rechnung@stadt.example ')).toEqual({
    scheme: 'EM',
    id: 'rechnung@stadt.example',
  })
  expect(readElectronicAddress('0204', known.toLowerCase())?.id).toBe(known)
  expect(readElectronicAddress('0088', '4012345000009')?.id).toBe('4012345000009')
  expect(readElectronicAddress('9930', 'de 123456789')?.id).toBe('DE123456789')
  expect(readElectronicAddress('EM', 'nobody')).toBe(null)
  expect(readElectronicAddress('0204', '04011000-1234512345-07')).toBe(null)
  expect(readElectronicAddress('0088', '4012345000008')).toBe(null)
  expect(readElectronicAddress('9930', 'FR123456789')).toBe(null)
})
