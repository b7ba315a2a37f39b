import { expect, test } from 'vitest'
import {
  invitationDays,
  lastDayOf,
  mostReminders,
  remindersOf,
  stateOn,
  type InvitationState,
} from './invitation.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const at = (text: string) => Temporal.Instant.from(text)
const sent = (own: Partial<Parameters<typeof remindersOf>[0]> = {}) => ({
  state: 'sent' as InvitationState,
  expires_on: '2026-03-20',
  mails: 1,
  mailed_at: at('2026-03-06T09:00:00Z'),
  ...own,
})

test('an invitation lasts two weeks and is over the day after', () => {
  expect(lastDayOf(day('2026-03-06'))).toEqual(day('2026-03-20'))
  expect(invitationDays).toBe(14)
  expect(stateOn(sent(), day('2026-03-20'))).toBe('sent')
  expect(stateOn(sent(), day('2026-03-21'))).toBe('expired')
  for (const state of ['accepted', 'withdrawn', 'expired'] as const)
    expect(stateOn(sent({ state }), day('2026-03-21'))).toBe(state)
})

test('an open invitation is reminded of twice at most, a day after the mail before at the earliest', () => {
  expect(mostReminders).toBe(2)
  expect(remindersOf(sent(), day('2026-03-07'))).toEqual({
    left: 2,
    from: at('2026-03-07T09:00:00Z'),
  })
  expect(remindersOf(sent({ mails: 2 }), day('2026-03-07')).left).toBe(1)
  expect(remindersOf(sent({ mails: 3 }), day('2026-03-07'))).toEqual({ left: 0, from: null })
})

test('nobody is reminded of what is over, or will be before a reminder may go out', () => {
  const none = { left: 0, from: null }
  expect(remindersOf(sent(), day('2026-03-21'))).toEqual(none)
  for (const state of ['accepted', 'withdrawn', 'expired'] as const)
    expect(remindersOf(sent({ state }), day('2026-03-07'))).toEqual(none)
  // The day after by the clock of Berlin.
  expect(remindersOf(sent({ mailed_at: at('2026-03-19T22:30:00Z') }), day('2026-03-20')).left).toBe(
    2,
  )
  expect(remindersOf(sent({ mailed_at: at('2026-03-19T23:30:00Z') }), day('2026-03-20'))).toEqual(
    none,
  )
})
