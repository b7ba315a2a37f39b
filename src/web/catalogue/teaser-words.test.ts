import { expect, test } from 'vitest'
import type { Translate } from '../runtime/texts.ts'
import { teaserAmount } from './teaser-words.ts'

const t = ((key: string, { amount }: { amount: string }) =>
  `${key} ${amount}`) as Translate<'offers'>

test.each([
  ['every offer earns just that', 5000, false, 5000, '50\u00a0€'],
  ['some offers earn more', 5000, false, 9000, 'teaser.from 50\u00a0€'],
  ['some offers earn less', 9000, true, 9000, 'teaser.upTo 90\u00a0€'],
])('what a category promises is true of all its offers: %s', (_, cents, upTo, highest, words) => {
  const teaser = { teaserCents: cents, teaserUpTo: upTo, highestCents: highest }
  expect(teaserAmount(teaser, t, 'de')).toBe(words)
})
