import { expect, test } from 'vitest'
import { keepCodes, keepTogether } from './keep-together.ts'

const shown = (text: string) => keepTogether(text).replaceAll('\u00a0', '~')

test.each([
  [
    '19,95 € in den ersten 6 Monaten, danach 39,95 € im Monat',
    '19,95~€ in den ersten 6~Monaten, danach 39,95~€ im Monat',
  ],
  ['Effektiver Jahreszins 0,00 %.', 'Effektiver Jahreszins 0,00~%.'],
  ['250 Mbit/s runter, 100 rauf', '250~Mbit/s runter, 100 rauf'],
  ['40 GB in 5G und 128 GB Speicher', '40~GB in 5G und 128~GB Speicher'],
  ['kündbar (§ 56 TKG)', 'kündbar (§~56 TKG)'],
  ['50 Euro Bonus', '50~Euro Bonus'],
  ['Sie gelten 60 Tage, 800 Watt', 'Sie gelten 60~Tage, 800~Watt'],
  ['bis zum 31. Dezember 2027, ab 1. Mai', 'bis zum 31.~Dezember~2027, ab 1.~Mai'],
  ['from 1 January to 31 December 2027', 'from 1~January to 31~December~2027'],
  ['<p>Danach 9,99 € im Monat</p>', '<p>Danach 9,99~€ im Monat</p>'],
])('a figure never stands in another line than its sign: %s', (text, kept) => {
  expect(shown(text)).toBe(kept)
})

test.each([
  'im Mai 2027',
  'Regel 3. Maiers',
  '5 Europäische Länder',
  '3 Centro',
  '14 Sprachen',
  '€19.95 a month',
  '',
])('other words may still break: %s', (text) => {
  expect(keepTogether(text)).toBe(text)
})

test.each([
  ['zum Beispiel AB2C-D3EF.', 'zum Beispiel AB2C-~D3EF.'],
  ['eine neue Fassung (2026-12)', 'eine neue Fassung (2026-~12)'],
  ['D-SONN-14520-SN', 'D-~SONN-~14520-~SN'],
])('a code stands in one line: %s', (text, kept) => {
  expect(keepCodes(text).replaceAll('\u2060', '~')).toBe(kept)
})

test.each(['QR-Code', 'E-Mail', 'DSL-Anschluss', '50-Euro-Gutschein', 'https://a.example/AB-12'])(
  'words and addresses are no codes: %s',
  (text) => {
    expect(keepCodes(text)).toBe(text)
  },
)
