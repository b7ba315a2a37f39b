import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cannotRemind, cannotRepay, cannotSetOff, isSettable, setOff } from './clawback.ts'
import type { RewardState } from './reward.ts'

const today = Temporal.PlainDate.from('2026-11-24')
const ago = (days: number | null) => (days === null ? null : today.subtract({ days }))

test('somebody is reminded three times at most, a fortnight apart, and of nothing that is over', () => {
  for (const leftCents of [0, 1, 5_000])
    for (const reminders of [0, 1, 2, 3, 4])
      for (const days of [null, 0, 13, 14, 100]) {
        const said = cannotRemind(
          { leftCents, isProposed: false, reminders, remindedOn: ago(days) },
          today,
        )
        const expected =
          leftCents === 0
            ? 'over'
            : reminders > 2
              ? 'often'
              : days !== null && days < 14
                ? 'lately'
                : null
        expect([leftCents, reminders, days, said]).toEqual([leftCents, reminders, days, expected])
      }
})

test('nothing is set off before the person was told, a fortnight before', () => {
  for (const leftCents of [0, 1])
    for (const days of [null, 0, 13, 14, 100]) {
      const said = cannotSetOff({ leftCents, isProposed: false, remindedOn: ago(days) }, today)
      const told = days === null ? 'untold' : days < 14 ? 'lately' : null
      expect([leftCents, days, said]).toEqual([leftCents, days, leftCents === 0 ? 'over' : told])
    }
})

test('while something is proposed nobody is reminded and nothing is set off', () => {
  const owed = { leftCents: 5_000, isProposed: true, remindedOn: ago(20) }
  expect(cannotRemind({ ...owed, reminders: 1 }, today)).toBe('proposed')
  expect(cannotSetOff(owed, today)).toBe('proposed')
})

test('only money that its owner could take now is set off', () => {
  const states: RewardState[] = ['open', 'provided', 'collected', 'paid', 'cancelled', 'expired']
  const found = states.flatMap((state) =>
    (['none', 'held', 'approved', 'refused'] as const).flatMap((review) =>
      [false, true].flatMap((isInBatch) =>
        [false, true].flatMap((isClaimedBack) =>
          isSettable({ state, review, isInBatch, isClaimedBack })
            ? [[state, review, isInBatch, isClaimedBack].join(' ')]
            : [],
        ),
      ),
    ),
  )
  expect(found).toEqual([
    'provided none false false',
    'provided none true false',
    'provided approved false false',
    'provided approved true false',
    'collected none false false',
    'collected approved false false',
  ])
})

test('a set-off loses no cent and takes no more than is owed', () => {
  const cents = fc.integer({ min: 1, max: 10_000_000 })
  fc.assert(
    fc.property(cents, cents, (owed, has) => {
      const { cents: taken, leftCents, payCents } = setOff(owed, has)
      expect([taken + leftCents, taken + payCents]).toEqual([owed, has])
      expect(taken > 0 && leftCents >= 0 && Math.min(leftCents, payCents) === 0).toBe(true)
    }),
  )
  expect(() => setOff(0, 1)).toThrow('nothing to set off')
  expect(() => setOff(1, 0)).toThrow('nothing to set off')
})

test('nobody pays back more than is owed, nothing, or money that has not arrived', () => {
  for (const [cents, days, expected] of [
    [1, 0, null],
    [5_000, 300, null],
    [5_001, 0, 'too-much'],
    [1, -1, 'future'],
  ] as const)
    expect(cannotRepay(5_000, { cents, paidOn: today.subtract({ days }) }, today)).toBe(expected)
  expect(() => cannotRepay(5_000, { cents: 0, paidOn: today }, today)).toThrow(RangeError)
  expect(() => cannotRepay(5_000, { cents: 0.5, paidOn: today }, today)).toThrow()
})
