import { expect, test } from 'vitest'
import { keepTogether } from './keep-together.ts'

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
  ['<p>Danach 9,99 € im Monat</p>', '<p>Danach 9,99~€ im Monat</p>'],
])('a figure never stands in another line than its sign: %s', (text, kept) => {
  expect(shown(text)).toBe(kept)
})

test.each(['5 Europäische Länder', '3 Centro', '14 Sprachen', '€19.95 a month', ''])(
  'other words may still break: %s',
  (text) => {
    expect(keepTogether(text)).toBe(text)
  },
)
