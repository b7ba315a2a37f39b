import { BERLIN } from './dates.ts'

// An agency invites somebody by mail to become a referrer (spec section 3). One mail and at most two reminders.

export const invitationStates = ['sent', 'accepted', 'withdrawn', 'expired'] as const
export type InvitationState = (typeof invitationStates)[number]

/** Local days for which an invitation is valid, not counting the day it is sent. */
export const invitationDays = 14
export const mostReminders = 2
const hoursBetweenMails = 24

/** The keys of an invitation's mail and its reminders. */
export const invitationMails = (id: string): string[] =>
  Array.from({ length: mostReminders + 1 }, (_, reminder) => invitationMail(id, reminder))
export const invitationMail = (id: string, reminder: number) => `invitation|${id}|${reminder}`

/** Invitations a day: per agency user, per agency, and per mailbox across the agencies of a tenant. */
export const mostPerDay = { person: 50, agency: 500, mailbox: 2 } as const
/** Above this per user and hour, a captcha is required. */
export const freePerHour = 20
/** Per agency and address, while stored (30 days after the end): no answer twice means no. */
export const mostToAddress = 2

export const lastDayOf = (today: Temporal.PlainDate): Temporal.PlainDate =>
  today.add({ days: invitationDays })

/** The state today; the sweep may write 'expired' later. */
export function stateOn(
  invitation: { state: InvitationState; expires_on: string },
  today: Temporal.PlainDate,
): InvitationState {
  const over = Temporal.PlainDate.compare(today, invitation.expires_on) > 0
  return invitation.state === 'sent' && over ? 'expired' : invitation.state
}

/** Remaining reminders and the earliest time of the next; null: none. */
export function remindersOf(
  invitation: {
    state: InvitationState
    expires_on: string
    mails: number
    mailed_at: Temporal.Instant
  },
  today: Temporal.PlainDate,
): { left: number; from: Temporal.Instant | null } {
  const left = Math.max(0, mostReminders + 1 - invitation.mails)
  if (left === 0 || stateOn(invitation, today) !== 'sent') return { left: 0, from: null }
  const from = invitation.mailed_at.add({ hours: hoursBetweenMails })
  const lastDay = Temporal.PlainDate.from(invitation.expires_on)
  const inTime =
    Temporal.PlainDate.compare(from.toZonedDateTimeISO(BERLIN).toPlainDate(), lastDay) <= 0
  return inTime ? { left, from } : { left: 0, from: null }
}
