import { describe, expect, test } from 'vitest'
import {
  changeRecipient,
  confirmBy,
  deleteUnconfirmedOn,
  isCorrection,
  isOldEnough,
} from './recipient.ts'
import type { RecipientState } from './recipient.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const states: RecipientState[] = ['accepted', 'confirmed', 'withdrawn']

describe('changeRecipient', () => {
  const matrix: Record<RecipientState, string[]> = {
    accepted: ['already', 'changed', 'changed'],
    confirmed: ['already', 'already', 'changed'],
    withdrawn: ['final', 'final', 'already'],
  }
  for (const from of states) {
    test.each(states.map((to, index) => [to, matrix[from][index]]))(
      `${from} to %s: %s`,
      (to, answer) => {
        const change = changeRecipient(from, to)
        expect(change.kind === 'refused' ? change.reason : change.kind).toBe(answer)
      },
    )
  }
})

test.each([
  ['2008-11-23', '2026-11-22', false],
  ['2008-11-22', '2026-11-22', true],
  ['2008-02-29', '2026-02-28', false],
  ['2008-02-29', '2026-03-01', true],
  ['2008-03-01', '2026-02-28', false],
  ['2008-03-01', '2026-03-01', true],
  ['2026-11-22', '2026-11-22', false],
])('born on %s, 18 on %s: %s', (born, today, answer) => {
  expect(isOldEnough(day(born), day(today), 18)).toBe(answer)
})

test('12 weeks end with their last local day, then the data go', () => {
  expect(confirmBy(day('2026-01-01'), 12).toString()).toBe('2026-03-26')
  expect(deleteUnconfirmedOn(day('2026-01-01'), 12).toString()).toBe('2026-03-27')
  expect(deleteUnconfirmedOn(day('2026-01-01'), 1).toString()).toBe('2026-01-09')
})

test('12 weeks stay 84 days when the clocks change in them', () => {
  for (const created of ['2026-02-20', '2026-09-15', '2027-02-20', '2027-09-15']) {
    expect(day(created).until(confirmBy(day(created), 12)).days).toBe(84)
  }
})

test.each([
  ['the same address under another name', { firstName: 'Ann', email: 'anna@post.example' }, true],
  ['the same name with another address', { email: 'anna@psot.example' }, true],
  ['the name in other letters', { firstName: ' ANNA ', email: 'x@post.example' }, true],
  ['somebody else on the same device', { firstName: 'Ben', email: 'ben@post.example' }, false],
  ['a namesake of the family', { lastName: 'Amsel', email: 'x@post.example' }, false],
])('%s corrects an entry that waits, or not', (_what, typed, corrects) => {
  const waiting = { firstName: 'Anna', lastName: 'Adler', email: 'anna@post.example' }
  expect(isCorrection(waiting, { ...waiting, ...typed })).toBe(corrects)
})
