import { expect, test } from 'vitest'
import { aloneCents, leftAlone } from './goodwill.ts'

test('what was granted to somebody lately counts against what one person may grant alone', () => {
  expect([0, 1_000, aloneCents, 90_000].map(leftAlone)).toEqual([2_500, 1_500, 0, 0])
})
