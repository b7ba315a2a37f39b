import { expect, test } from 'vitest'
import {
  bankFileReason,
  bankFileReasons,
  readBankFileReason,
  sayBankFileReason,
} from './bank-file-reasons.ts'

const samples = ['700', '1200', 'ACSC']

test('a reason is read again from its English, with its values, and never as another one', () => {
  for (const code of bankFileReasons) {
    const english = bankFileReason(code, ...samples)
    const read = readBankFileReason(english)
    expect(read?.code, english).toBe(code)
    expect(bankFileReason(read!.code, ...read!.values)).toBe(english)
  }
})

test('each is a sentence in both languages, with nothing left to fill in', () => {
  for (const code of bankFileReasons)
    for (const locale of ['de', 'en'] as const) {
      const said = sayBankFileReason({ code, values: samples }, locale)
      expect(said).toMatch(/^\S.*[^.]\.$/)
      expect(said).not.toMatch(/[{}]|undefined/)
    }
})

test('amounts are in euros for German readers, and a reason within one is in their language, too', () => {
  const say = (english: string) => sayBankFileReason(readBankFileReason(english)!, 'de')
  expect(say('the amount is 1399 cents, not 1400')).toBe(
    'Der Betrag ist 13,99\u00a0€ statt 14,00\u00a0€.',
  )
  expect(
    say(
      'it has no status of its own, only an inherited ACSC, and 3 is not the number of payments in the batch, 2',
    ),
  ).toBe(
    'Einen eigenen Status hat sie nicht; der übergeordnete ACSC gilt nicht: 3 ist nicht die Zahl der Zahlungen in der Datei, 2.',
  )
  expect(say(bankFileReason('explained', 'repayment'))).toContain('(Rückzahlung)')
})

test('a day is said as its reader writes it', () => {
  const ahead = { code: 'ahead' as const, values: ['2027-03-15'] }
  expect(sayBankFileReason(ahead, 'de')).toContain('Buchungstag, 15.03.2027, kommt')
  expect(sayBankFileReason(ahead, 'en')).toContain('day, 15 Mar 2027, is')
})

test('what is no reason of ours has none, however long', () => {
  expect(readBankFileReason('something else')).toBe(null)
  expect(readBankFileReason(`of ${'x '.repeat(100_000)}`)).toBe(null)
})

test('a value that is no number is shown as it is', () => {
  const values = ['12,5', 'NaN']
  expect(sayBankFileReason({ code: 'other-amount', values }, 'de')).toBe(
    'Der Betrag ist 12,5 statt NaN.',
  )
})
