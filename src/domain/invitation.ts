import { BERLIN } from './dates.ts'

// An agency asks somebody by mail to become a referrer (spec section 3). One mail, two reminders at most, and then silence.

export type InvitationState = 'sent' | 'accepted' | 'withdrawn' | 'expired'

/** Whole local days for which an invitation can be accepted, the one it is sent on not counted. */
export const invitationDays = 14
export const mostReminders = 2
const hoursBetweenMails = 24

/** Invitations a day: of one person of an agency, of all of its people, and to one mailbox from all agencies of a tenant. */
export const mostPerDay = { person: 50, agency: 500, mailbox: 2 } as const
/** After so many of one person in an hour a captcha is due. */
export const freePerHour = 20
/** Of one agency to one address, as long as it knows about them (30 days after they ended): who did not answer twice will not. */
export const mostToAddress = 2

export const lastDayOf = (today: Temporal.PlainDate): Temporal.PlainDate =>
  today.add({ days: invitationDays })

/** What an invitation is today: the sweep that writes 'expired' may come later than the day does. */
export function stateOn(
  invitation: { state: InvitationState; expires_on: string },
  today: Temporal.PlainDate,
): InvitationState {
  const over = Temporal.PlainDate.compare(today, invitation.expires_on) > 0
  return invitation.state === 'sent' && over ? 'expired' : invitation.state
}

/** How many reminders are left, and from when on the next one may go out; null: none any more. */
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
