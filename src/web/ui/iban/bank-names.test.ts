import { expect, test } from 'vitest'
import { germanBankCode } from '../../../domain/iban.ts'
import { bankName } from './bank-names.ts'

test('a bank is named as soon as its code is typed', () => {
  expect(germanBankCode('DE89 3704 0')).toBeNull()
  expect(bankName(germanBankCode('DE89 3704 0044') ?? '')).toBe('Commerzbank')
  expect(bankName(germanBankCode('de02 1203 0000 00') ?? '')).toBe('DKB Deutsche Kreditbank')
})

test('a branch with a name of its own is not called by its group', () => {
  expect(bankName('20041155')).toBe('comdirect')
  expect(bankName('10077777')).toBe('norisbank')
})

test('an unknown bank has no name rather than a wrong one', () => {
  expect(bankName('99999999')).toBeNull()
  expect(bankName('')).toBeNull()
})
