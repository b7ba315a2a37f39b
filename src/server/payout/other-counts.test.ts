import { expect, test } from 'vitest'
import { otherCounts } from './other-counts.ts'

const payouts = ['A', 'B', 'C'].map((id) => ({ end_to_end_id: id }))
const judge = (counts: string, said: string, whole?: string) =>
  otherCounts(
    [
      {
        perStatus: counts.split(' ').map((one) => {
          const [count, status = ''] = one.split('×')
          return { status, count: Number(count) }
        }),
      },
      {},
    ],
    said
      .split(' ')
      .filter(Boolean)
      .map((one) => {
        const [endToEndId = '', status = ''] = one.split('=')
        return { endToEndId, status, paymentId: 'PO-1' }
      }),
    whole,
    payouts,
  )

test('numbers by status that cannot be those of the words beside them are named with both', () => {
  for (const [counts, said, whole, reason] of [
    ['1×RJCT', '', 'ACSC', 'counts 1 of its payments as RJCT, and its words make that 0'],
    ['2×ACSC', '', 'ACSC', 'counts 2 of its payments as ACSC, and its words make that 3'],
    ['1×ACCC', '', 'RJCT', 'counts 1 of its payments as ACCC, and its words make that 0'],
    ['1×CANC', '', 'ACSC', 'counts 1 of its payments as CANC, and its words make that 0'],
    ['1×PDNG', '', 'ACSC', 'counts 1 of its payments as PDNG, and its words make that 0'],
    ['2×ACSC 1×RJCT', 'A=ACSC B=ACSC C=ACSC', undefined, '2 of its payments as ACSC'],
    [
      '1×RJCT',
      'A=RJCT B=RJCT',
      'PART',
      'counts 1 of its payments as RJCT, and its words make that 2',
    ],
    ['3×RJCT', 'A=ACSC', 'PART', 'counts 3 of its payments as RJCT, and its words make that 2'],
  ] as const)
    expect(judge(counts, said, whole)).toContain(reason)
})

test('numbers by status that can be true refuse nothing: of all codes of one meaning, with some payments not named, and none at all', () => {
  for (const [counts, said, whole] of [
    ['3×ACSC 0×RJCT', '', 'ACSC'],
    ['1×ACSC 2×ACCC', '', 'ACSC'],
    ['3×RJCT', 'A=RJCT', 'RJCT'],
    ['2×ACSC 1×RJCT', 'A=RJCT', 'PART'],
    ['2×ACSC 1×RJCT', 'A=RJCT', undefined],
    ['1×ACSC 1×RJCT 1×PDNG', 'A=ACCP A=ACSC B=RJCT C=PDNG', 'PART'],
    ['1×ACSC 2×ACSP', '', 'ACSP'],
    ['1×RJCT', 'A=RJCT', 'ACCP'],
  ] as const)
    expect(judge(counts, said, whole)).toBeNull()
  expect(otherCounts([{}], [], 'ACSC', payouts)).toBeNull()
})
