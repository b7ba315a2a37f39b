import { expect, test } from 'vitest'
import { namedIn } from './bank-line.ts'

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
