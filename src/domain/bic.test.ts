import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkBic, needsBic, payableBic } from './bic.ts'

const [german, austrian, swiss] = [
  'DE89370400440532013000',
  'AT611904300234573201',
  'CH9300762011623852957',
]

test('where the IBAN suffices a BIC may be left out, and one of the same country is kept', () => {
  for (const none of [undefined, null, '', '  '])
    expect(checkBic(german, none)).toEqual({ kind: 'ok', bic: null })
  expect(checkBic(german, ' cobadeff xxx ')).toEqual({ kind: 'ok', bic: 'COBADEFFXXX' })
  expect(checkBic(austrian, 'RLNWATWW')).toEqual({ kind: 'ok', bic: 'RLNWATWW' })
})

test('a BIC of another country than the IBAN is refused', () => {
  expect(checkBic(german, 'RLNWATWW').kind).toBe('other-country')
  expect(checkBic(swiss, 'COBADEFF').kind).toBe('other-country')
  expect(checkBic('FR1420041010050500013M02606', 'COBADEFFXXX').kind).toBe('other-country')
})

test.each(['COBADEF', 'COBADEFFXX', 'COBA1EFF', 'COBADEFF!', 'COBADEFFXXXX'])(
  '%s is no BIC',
  (bic) => expect(checkBic(german, bic).kind).toBe('malformed'),
)

test.each(['GB', 'CH', 'MC', 'SM', 'VA', 'AD', 'GI', 'AL', 'MD', 'ME', 'MK', 'RS'])(
  'an account in %s needs a BIC, of that country',
  (country) => {
    expect(needsBic(country)).toBe(true)
    expect(checkBic(`${country}00`, null).kind).toBe('missing')
    expect(checkBic(`${country}00`, `ABCD${country}22`).kind).toBe('ok')
  },
)

test.each(['DE', 'FR', 'IS', 'LI', 'NO', 'HR', 'BG'])(
  'an account in %s needs none: it is of the European Economic Area',
  (country) => expect(needsBic(country)).toBe(false),
)

test.each([
  ['FR', 'RE'],
  ['FR', 'GP'],
  ['MC', 'FR'],
  ['GB', 'JE'],
  ['GB', 'IM'],
  ['FI', 'AX'],
])('an IBAN of %s and a BIC of %s belong together, and not the other way round', (iban, bank) => {
  expect(checkBic(`${iban}00`, `ABCD${bank}22`).kind).toBe('ok')
  expect(checkBic(`${bank}00`, `ABCD${iban}22`).kind).toBe('other-country')
})

test('of stored bank data a wrong BIC is left out where the IBAN suffices, else there is no payment', () => {
  expect(payableBic(german, 'COBADEFF')).toBe('COBADEFF')
  for (const wrong of ['RLNWATWW', 'nonsense', null]) expect(payableBic(german, wrong)).toBeNull()
  for (const wrong of ['COBADEFF', 'nonsense', null])
    expect(payableBic(swiss, wrong)).toBeUndefined()
  expect(payableBic(swiss, 'UBSWCHZH80A')).toBe('UBSWCHZH80A')
})

test('noise never throws, and nothing half typed asks for a BIC', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (iban, bic) => {
      checkBic(iban, bic)
      payableBic(iban, bic)
    }),
  )
  for (const text of ['', 'C', '12']) expect(needsBic(text)).toBe(false)
})
