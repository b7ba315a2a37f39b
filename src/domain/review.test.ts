import { expect, test } from 'vitest'
import { reviewReasons } from './eligibility.ts'
import { refusalReasons } from './refusal.ts'
import { approvalReasons, decisionReasons, snoozeDays } from './review.ts'

test('whatever holds a reward is decided by reasons of its own, several of both kinds, at most nine for the digit keys', () => {
  const seen = { approve: new Set<string>(), refuse: new Set<string>() }
  for (const reason of reviewReasons) {
    const { approve, refuse } = decisionReasons([[reason]])
    expect([reason, approve.length > 2, refuse.length > 3]).toEqual([reason, true, true])
    for (const one of approve) seen.approve.add(one)
    for (const one of refuse) seen.refuse.add(one)
  }
  expect([...seen.approve].toSorted()).toEqual(approvalReasons.toSorted())
  expect([...seen.refuse].toSorted()).toEqual(refusalReasons.toSorted())
  const all = decisionReasons([['same-household', 'same-bank-account', 'existing-customer']])
  expect(all.approve.length).toBeLessThan(10)
  expect(all.refuse.length).toBeLessThan(10)
  expect(decisionReasons([['same-household']]).approve).toEqual([
    'two-in-household',
    'two-households',
    'evidence',
    'rule-exception',
  ])
})

test('cases that are decided together are offered only what fits each of them', () => {
  expect(decisionReasons([['same-household'], ['same-bank-account', 'same-household']])).toEqual({
    approve: ['two-in-household', 'two-households', 'evidence', 'rule-exception'],
    refuse: ['own-contract', 'not-by-referral', 'not-eligible', 'other'],
  })
  expect(decisionReasons([['same-household'], ['yearly-limit']])).toEqual({
    approve: ['evidence', 'rule-exception'],
    refuse: ['not-by-referral', 'not-eligible', 'other'],
  })
})

test('a case is put off until the promised day at the latest, unless the day says that it is later', () => {
  const today = Temporal.PlainDate.from('2026-11-24')
  const days = (answerBy: string) =>
    snoozeDays(today, answerBy).map(({ choice, day, isLate }) => [choice, day.slice(8), isLate])
  expect(days('2026-12-05')).toEqual([
    ['tomorrow', '25', false],
    ['three-days', '27', false],
    ['week', '01', false],
    ['promised', '05', false],
  ])
  expect(days('2026-11-27')).toEqual([
    ['tomorrow', '25', false],
    ['promised', '27', false],
    ['week', '01', true],
  ])
  for (const answerBy of ['2026-11-24', '2026-11-20'])
    expect(days(answerBy)).toEqual([
      ['tomorrow', '25', true],
      ['three-days', '27', true],
      ['week', '01', true],
    ])
})
