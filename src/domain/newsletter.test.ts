import { expect, test } from 'vitest'
import { isWishOpen, newsletterState } from './newsletter.ts'

test.each([
  [true, true, 'optedIn'],
  [true, false, 'optedIn'],
  [false, true, 'pending'],
  [false, false, 'optedOut'],
] as const)('permission %s, mail sent %s: %s', (optedIn, mailSent, state) => {
  expect(newsletterState({ optedIn, mailSent })).toBe(state)
})

const [monday, tuesday] = ['2026-11-16T10:00:00Z', '2026-11-17T10:00:00Z'].map((at) =>
  Temporal.Instant.from(at),
) as [Temporal.Instant, Temporal.Instant]
const nothing = { wishedAt: null, mailSentAt: null, withdrawnAt: null, optedIn: false }

test.each([
  ['nobody wished', {}, false],
  ['a wish', { wishedAt: monday }, true],
  ['a wish of somebody who is in', { wishedAt: monday, optedIn: true }, false],
  ['a wish that a mail followed', { wishedAt: monday, mailSentAt: tuesday }, false],
  ['a wish with its mail at the same moment', { wishedAt: monday, mailSentAt: monday }, false],
  ['a new wish after an old mail', { wishedAt: tuesday, mailSentAt: monday }, true],
  ['a wish that was taken back', { wishedAt: monday, withdrawnAt: tuesday }, false],
  ['a wish after a withdrawal', { wishedAt: tuesday, withdrawnAt: monday }, true],
] as const)('%s: asked about by mail or not', (_, said, open) => {
  expect(isWishOpen({ ...nothing, ...said })).toBe(open)
})
