import { describe, expect, test } from 'vitest'
import type { PageName } from '../src/contract/pages.ts'
import {
  judgeSize,
  judgeSizes,
  measuredPages,
  sizeTable,
  type Measured,
} from '../scripts/judge-size.ts'

const measured = (page: PageName, bytes: number, more: Partial<Measured> = {}): Measured => ({
  page,
  path: '/de',
  status: 200,
  scripts: 7,
  bytes,
  ...more,
})

test.each([
  ['Homepage', 105],
  ['RecipientData', 105],
  ['Faq', 105],
  ['Category', 105],
  ['Settings', 170],
  ['ConsoleReviews', 190],
] as const)('%s may load %d KiB, and one byte more fails by its name', (page, kib) => {
  const budget = kib * 1024
  expect(judgeSize(measured(page, budget))).toBeNull()
  expect(judgeSize(measured(page, budget + 1))).toBe(
    `${page} loads ${budget + 1} bytes, 1 over ${budget}.`,
  )
})

test('every page that is measured has a budget, and no other than these three', () => {
  const budgets = sizeTable(measuredPages.map((page) => measured(page, 1)))
  expect(new Set(budgets.slice(1).map((row) => row[5]))).toEqual(new Set(['105', '170', '190']))
  expect(measuredPages).toEqual(
    expect.arrayContaining(['Homepage', 'ConsoleOrders', 'ConsoleAudit']),
  )
})

describe('a page that was not measured fails as well', () => {
  test.each<[string, Measured, string]>([
    ['it did not open', measured('Login', 1000, { status: 500 }), 'Login answered 500.'],
    ['it loaded no script', measured('Login', 0, { scripts: 0 }), 'Login loaded no script at all.'],
  ])('%s', (_, one, fault) => {
    expect(judgeSizes([one], ['Login'])).toEqual([fault])
    expect(sizeTable([one])[1]?.at(-1)).toBe('OVER OR BROKEN')
  })

  test('it is missing in the run', () => {
    expect(judgeSizes([measured('Login', 1000)], ['Login', 'Code'])).toEqual([
      'Code was not measured.',
    ])
  })

  test('but pages that say what is over answer as they should', () => {
    const over = measured('ExpiredRecommendation', 1000, { status: 410 })
    expect(judgeSizes([over], ['ExpiredRecommendation'])).toEqual([])
  })
})
