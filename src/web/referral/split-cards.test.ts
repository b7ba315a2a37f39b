import { expect, test } from 'vitest'
import { shareChoices } from './split-cards.ts'

test('the three choices show every cent of the reward', () => {
  expect(shareChoices([100, 50, 0], 5001, null)).toEqual([
    { share: 100, meCents: 5001, contactCents: 0, capped: false },
    { share: 50, meCents: 2501, contactCents: 2500, capped: false },
    { share: 0, meCents: 0, contactCents: 5001, capped: false },
  ])
})

test('the page shows what the contact really gets under a cap, before anyone agrees', () => {
  const [, both, contact] = shareChoices([100, 50, 0], 6000, 1500)
  expect(both).toEqual({ share: 50, meCents: 4500, contactCents: 1500, capped: true })
  expect(contact).toEqual({ share: 0, meCents: 0, contactCents: 1500, capped: true })
})
