import fc from 'fast-check'
import { expect, test } from 'vitest'
import { postingsFor, rewardEvents, type RewardEvent } from './ledger.ts'
import { bankAnswerOf, differencesOf, restsOf, takenBy, type WayPosting } from './money-way.ts'

const posted = (...events: [RewardEvent, number, string][]): WayPosting[] =>
  events.flatMap(([event, cents, at], number) =>
    postingsFor(event, cents).map((posting) => ({ id: `${number}`, at, ...posting })),
  )

test('what was made is where the last event put it, since then', () => {
  expect(
    restsOf(
      posted(['created', 500, '1'], ['provided', 500, '2'], ['claimed-for-payout', 500, '3']),
    ),
  ).toEqual([{ account: 'in-transit', cents: 500, since: '3' }])
  // A part was set off, the rest is at the bank.
  expect(
    restsOf(
      posted(
        ['created', 500, '1'],
        ['provided', 500, '2'],
        ['set-off', 200, '3'],
        ['claimed-for-payout', 300, '4'],
      ),
    ),
  ).toEqual([
    { account: 'in-transit', cents: 300, since: '4' },
    { account: 'set-off', cents: 200, since: '3' },
  ])
  expect(restsOf([])).toEqual([])
})

test.each([
  ['4', '3'],
  ['3', '4'],
])(
  'what was settled on %s and moved to %s is there since that day, and came on no other',
  (from, to) => {
    const way = posted(
      ['created', 500, '1'],
      ['provided', 500, '1'],
      ['claimed-for-payout', 500, '2'],
      ['settled', 500, from],
      ['settled-undone', 500, from],
      ['settled', 500, to],
    )
    expect(restsOf(way)).toEqual([{ account: 'paid-bank', cents: 500, since: to }])
  },
)

test('the places together hold what was made, whatever happened', () => {
  const event = fc.tuple(fc.constantFrom(...rewardEvents), fc.integer({ min: 1, max: 9999 }))
  fc.assert(
    fc.property(fc.array(event, { maxLength: 12 }), (events) => {
      const postings = posted(
        ...events.map(
          ([name, cents], at) => [name, cents, `${at}`] as [RewardEvent, number, string],
        ),
      )
      const made = -postings
        .filter(({ account }) => account === 'programme')
        .reduce((sum, { cents }) => sum + cents, 0)
      expect(restsOf(postings).reduce((sum, { cents }) => sum + cents, 0)).toBe(made + 0)
      expect(differencesOf(postings, []).some(({ kind }) => kind === 'ledger')).toBe(false)
    }),
  )
})

test('a lost posting, a payment that the ledger does not know and one without a line are named with what is missing', () => {
  const way = posted(
    ['created', 500, '1'],
    ['provided', 500, '2'],
    ['claimed-for-payout', 500, '3'],
  )
  const onItsWay = { cents: 500, state: 'in-transit', isBooked: false } as const
  expect(differencesOf(way, [onItsWay])).toEqual([])
  expect(differencesOf(way.slice(1), [onItsWay])).toEqual([{ kind: 'ledger', cents: 500 }])
  expect(differencesOf(way, [])).toEqual([{ kind: 'transit', cents: 500 }])
  const settled = [...way, ...posted(['settled', 500, '4'])]
  expect(differencesOf(settled, [{ ...onItsWay, state: 'paid' }])).toEqual([
    { kind: 'statement', cents: 500 },
  ])
  expect(differencesOf(settled, [{ ...onItsWay, state: 'paid', isBooked: true }])).toEqual([])
})

test('a posting is in its month, or in the next one if that was closed before it', () => {
  const closed = [
    { month: '2026-09', until: 'c' },
    { month: '2026-10', until: 'f' },
  ]
  expect(takenBy(closed, { id: 'b', month: '2026-09' })).toBe('2026-09')
  expect(takenBy(closed, { id: 'd', month: '2026-09' })).toBe('2026-10')
  expect(takenBy(closed, { id: 'g', month: '2026-09' })).toBe(null)
  // From before the first month that was ever closed.
  expect(takenBy(closed, { id: 'a', month: '2026-08' })).toBe(null)
  expect(takenBy(closed, { id: 'e', month: '2026-11' })).toBe(null)
  expect(takenBy([], { id: 'a', month: '2026-08' })).toBe(null)
})

test.each([
  ['in-transit', null, false, 'none'],
  ['in-transit', 'ACSP', false, 'pending'],
  ['in-transit', 'INFO', false, 'pending'],
  ['paid', 'BOOK', false, 'settled'],
  ['paid', 'ACSC', true, 'settled'],
  ['paid', 'confirmed', false, 'confirmed'],
  ['returned', 'BOOK', false, 'returned'],
  ['rejected', 'RJCT', false, 'rejected'],
  ['rejected', null, false, 'rejected'],
  ['rejected', 'BOOK', false, 'returned'],
  ['rejected', 'CANC', false, 'cancelled'],
  ['rejected', 'not-sent', true, 'cancelled'],
  ['rejected', 'not-sent', false, 'not-sent'],
] as const)(
  'a payment that is %s with the status %s (checked: %s) is %s at the bank',
  (state, status, isChecked, answer) => {
    expect(bankAnswerOf({ state, status, isChecked })).toBe(answer)
  },
)
