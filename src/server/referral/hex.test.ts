import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberFrom } from '../../domain/numbers.ts'
import { makeKeys } from '../base/keys.ts'
import { readRecipientHex, recipientHex, referralHex, verifyHex } from './hex.ts'

const keys = makeKeys(['a-secret-key-of-more-than-32-characters'])
const rotated = makeKeys([
  'another-secret-key-of-more-than-32-chars',
  'a-secret-key-of-more-than-32-characters',
])
const number = fc.uint8Array({ minLength: 10, maxLength: 10 }).map(numberFrom)

test('a referral hex opens its own number in its own tenant, also after the key was rotated', () => {
  fc.assert(
    fc.property(number, number, (one, two) => {
      const hex = referralHex(keys, 'standard', one)
      expect(hex).toMatch(/^[0-9a-f]{32}$/)
      expect(verifyHex(keys, 'standard', one, hex.toUpperCase())).toBe(true)
      expect(verifyHex(rotated, 'standard', one, hex)).toBe(true)
      expect(verifyHex(keys, 'telko', one, hex)).toBe(false)
      expect(verifyHex(keys, 'standard', two, hex)).toBe(one === two)
      expect(verifyHex(keys, 'standard', one, hex.slice(0, 31))).toBe(false)
    }),
    { numRuns: 50 },
  )
})

test('a recipient hex leads to its number; no other text does', () => {
  fc.assert(
    fc.property(number, fc.nat(51), (one, place) => {
      const hex = recipientHex(keys, 'standard', one)
      expect(readRecipientHex(keys, 'standard', hex)).toBe(one)
      expect(readRecipientHex(rotated, 'standard', hex)).toBe(one)
      expect(readRecipientHex(keys, 'telko', hex)).toBeNull()
      const other = hex[place] === '0' ? '1' : '0'
      expect(
        readRecipientHex(keys, 'standard', hex.slice(0, place) + other + hex.slice(place + 1)),
      ).toBeNull()
    }),
    { numRuns: 50 },
  )
  for (const text of ['', 'x'.repeat(52), '0'.repeat(52), '0'.repeat(53)]) {
    expect(readRecipientHex(keys, 'standard', text)).toBeNull()
  }
})
