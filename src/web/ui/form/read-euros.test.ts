import { expect, test } from 'vitest'
import { readEuros, writeEuros } from './read-euros.ts'

test('amounts are read as people of both languages write them', () => {
  for (const [text, cents] of [
    ['50', 5000],
    ['50,00', 5000],
    ['50.5', 5050],
    ['0', 0],
    ['1.000', 100_000],
    ['1.000,50', 100_050],
    ['1,000.50', 100_050],
    [' 60,00 € ', 6000],
    ['1000', 100_000],
    ['1.000.000', 100_000_000],
    ['1,234,567.89', 123_456_789],
    ['999999999,99', 99_999_999_999],
    ['999.999.999,99', 99_999_999_999],
  ] as const)
    expect([text, readEuros(text)]).toEqual([text, cents])
})

test('what is no amount is one that every rule refuses', () => {
  for (const text of [
    '',
    '-5',
    'fünfzig',
    '1.000.00',
    '50,0001',
    '1e3',
    '50,0,0',
    '1.000,000',
    '1.0000',
    '12345678901',
  ])
    expect([text, readEuros(text)]).toEqual([text, -1])
})

test('what is written can be read again', () => {
  for (const cents of [0, 5, 50, 5000, 5050, 100_000, 99_999_999_999]) {
    for (const locale of ['de', 'en'] as const)
      expect(readEuros(writeEuros(cents, locale))).toBe(cents)
  }
})
