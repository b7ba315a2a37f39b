import { expect, test } from 'vitest'
import { cutMonths } from './cut-months.ts'

test.each([
  ['2026-03-01', '2026-03-31', ['2026-03-01', '2026-03-31'], []],
  ['2026-03-02', '2026-03-30', null, [['2026-03-02', '2026-03-30']]],
  ['2026-03-01', '2026-03-30', null, [['2026-03-01', '2026-03-30']]],
  [
    '2026-03-31',
    '2026-04-01',
    null,
    [
      ['2026-03-31', '2026-03-31'],
      ['2026-04-01', '2026-04-01'],
    ],
  ],
  ['2026-02-28', '2026-03-31', ['2026-03-01', '2026-03-31'], [['2026-02-28', '2026-02-28']]],
  [
    '2025-12-15',
    '2026-02-02',
    ['2026-01-01', '2026-01-31'],
    [
      ['2025-12-15', '2025-12-31'],
      ['2026-02-01', '2026-02-02'],
    ],
  ],
] as const)(
  'from %s to %s every day is in a whole month or in one of the rest, once',
  (from, to, whole, edges) => {
    const span = ([since, until]: readonly [string, string]) => ({ from: since, to: until })
    expect(cutMonths({ from, to })).toEqual({
      whole: whole && span(whole),
      edges: (edges as readonly (readonly [string, string])[]).map(span),
    })
  },
)
