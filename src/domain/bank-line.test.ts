import { expect, test } from 'vitest'
import { namedIn, returnFee } from './bank-line.ts'

const numbers = ['80001-2026-1', '80001-2026-10', '80002-2026-1']

test.each([
  ['RE 80001-2026-1, danke', ['80001-2026-1']],
  ['re.80001 2026 1', ['80001-2026-1']],
  ['80001/2026/1 52,98 EUR', ['80001-2026-1']],
  ['80001-2026-10', ['80001-2026-10']],
  // Wrapped by the bank: it could be either.
  ['80001-2026-1 0', ['80001-2026-1', '80001-2026-10']],
  ['8000 1-2026-1', ['80001-2026-1']],
  ['80001-2026-1 und 80002-2026-1', ['80001-2026-1', '80002-2026-1']],
  ['80001-2026-1-2', []],
  ['Kunde 7-80001-2026-1', []],
  ['180001-2026-1', []],
])('a text names whole numbers alone: %s', (text, named) => {
  expect(namedIn(text, numbers)).toEqual(named)
})

test('a fee that the bank did not name is more than nothing and at most fifteen euros', () => {
  for (const [payment, line, fee] of [
    [5_000, 4_999, 1],
    [5_000, 3_500, 1_500],
    [5_000, 3_499, null],
    [5_000, 5_000, null],
    [5_000, 5_001, null],
    [1_000, 0, null],
    [1_000, -1, null],
  ] as const)
    expect([payment, line, returnFee(payment, line)]).toEqual([payment, line, fee])
})
