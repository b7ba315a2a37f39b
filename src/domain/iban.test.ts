import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkIban, germanBankCode, groupIban, maskIban } from './iban.ts'

const german = 'DE89370400440532013000'
const anyone = { germanOnly: false }

describe('checkIban', () => {
  test.each([
    german,
    'DE89 3704 0044 0532 0130 00',
    ' de89 3704 0044 0532 0130 00 ',
    'IBAN: DE89 3704 0044 0532 0130 00',
    'DE89-3704-0044-0532-0130-00',
    'DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000',
    '\u200eDE89\u202f3704\u202f0044\u202f0532\u202f0130\u202f00',
  ])('%s', (text) => {
    expect(checkIban(text, { germanOnly: true })).toEqual({ kind: 'ok', iban: german })
  })

  test.each([
    'AT611904300234573201',
    'FR1420041010050500013M02606',
    'NL91ABNA0417164300',
    'CH9300762011623852957',
    // The countries that joined SEPA last.
    'AL47212110090000000235698741',
    'MD24AG000225100013104168',
    'ME25505000012345678951',
    'MK07250120000058984',
    'RS35260005601001611379',
  ])('%s is not German, but reachable', (text) => {
    expect(checkIban(text, anyone)).toEqual({ kind: 'ok', iban: text })
    expect(checkIban(text, { germanOnly: true })).toEqual({ kind: 'not-german' })
  })

  test.each([
    '',
    'DE',
    'DE00',
    'DE88370400440532013000',
    'DE8937040044053201300',
    'DE893704004405320130000',
    'DE8937040044O532013000',
    'XX89370400440532013000',
    'hallo',
    '370400440532013000',
    'FR1420041010050500013M02607',
  ])('%j is invalid', (text) => {
    expect(checkIban(text, anyone)).toEqual({ kind: 'invalid' })
    expect(checkIban(text, { germanOnly: true })).toEqual({ kind: 'invalid' })
  })

  test('an IBAN that no SEPA payment reaches is invalid', () => {
    expect(checkIban('BR1800360305000010009795493C1', anyone)).toEqual({ kind: 'invalid' })
  })

  test('one wrong digit or two swapped ones are always caught', () => {
    const place = fc.integer({ min: 2, max: 21 })
    fc.assert(
      fc.property(place, fc.integer({ min: 1, max: 9 }), (at, by) => {
        const wrong = String((Number(german[at]) + by) % 10)
        const text = german.slice(0, at) + wrong + german.slice(at + 1)
        expect(checkIban(text, anyone).kind).toBe('invalid')
      }),
    )
    for (let at = 2; at < 21; at++) {
      if (german[at] === german[at + 1]) continue
      const text = german.slice(0, at) + german[at + 1] + german[at] + german.slice(at + 2)
      expect(checkIban(text, anyone).kind).toBe('invalid')
    }
  })

  test('noise never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        checkIban(text, anyone)
        groupIban(text)
        maskIban(text)
        germanBankCode(text)
      }),
    )
  })
})

test('an IBAN is read in groups of four, half typed too', () => {
  expect(groupIban(german)).toBe('DE89 3704 0044 0532 0130 00')
  expect(groupIban('de893')).toBe('DE89 3')
  expect(groupIban('DE89')).toBe('DE89')
  expect(groupIban('')).toBe('')
})

test('a masked IBAN shows country, check digits and the last two places', () => {
  expect(maskIban(german)).toBe('DE89 **** **** **** **** 00')
  expect(maskIban('de89 3704 0044 0532 0130 00')).toBe('DE89 **** **** **** **** 00')
  expect(maskIban('AT611904300234573201')).toBe('AT61 **** **** **** **01')
  expect(maskIban('NO9386011117947')).toBe('NO93 **** **** *47')
  expect(maskIban('1234567')).toBe('**** ***')
  expect(maskIban('')).toBe('')
})

test('the bank code is known as soon as it is typed', () => {
  expect(germanBankCode(german)).toBe('37040044')
  expect(germanBankCode('DE89 3704 0044')).toBe('37040044')
  expect(germanBankCode('DE89 3704 004')).toBeNull()
  expect(germanBankCode('AT611904300234573201')).toBeNull()
  expect(germanBankCode(`${german}0`)).toBeNull()
})
