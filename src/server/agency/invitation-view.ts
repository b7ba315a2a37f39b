import type { z } from 'zod'
import { remindersOf, stateOn, type InvitationState } from '../../domain/invitation.ts'
import type { invitationStatus, showInvitation } from '../../contract/einladung.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Caller } from '../context.ts'
import type { Conversation } from '../account/invitation-store.ts'
import type { Invitation, Whose } from './invitation-store.ts'
import { agencyUserOf } from './session.ts'

type Status = z.output<typeof invitationStatus>

const statuses: Record<InvitationState, Status> = {
  sent: 'offen',
  accepted: 'angenommen',
  withdrawn: 'zurueckgezogen',
  expired: 'abgelaufen',
}
export const conversations = { 'on-site': 'VorOrt', 'by-phone': 'Telefon' } as const

export const statusOf = (
  invitation: Parameters<typeof stateOn>[0],
  today: Temporal.PlainDate,
): Status => statuses[stateOn(invitation, today)]

export const stateOf = (status: Status): InvitationState =>
  (Object.keys(statuses) as InvitationState[]).find((state) => statuses[state] === status)!

export const conversationOf = (art: 'VorOrt' | 'Telefon'): Conversation =>
  art === 'VorOrt' ? 'on-site' : 'by-phone'

/** An owner's scope is the agency, an employee's their own. */
export function whoseOf(caller: Caller): Whose {
  const { agencyId, userId, role } = agencyUserOf(caller)
  return { agencyId, userId: role === 'employee' ? userId : null }
}

export function invitationView(
  invitation: Invitation,
  today: Temporal.PlainDate,
): AnswerOf<typeof showInvitation> {
  const reminders = remindersOf(invitation, today)
  return {
    id: invitation.invitation_id,
    firstName: invitation.first_name,
    lastName: invitation.last_name,
    email: invitation.email,
    conversation: conversations[invitation.conversation],
    employeeNumber: invitation.employee_number,
    employeeName: invitation.employee_name,
    status: statusOf(invitation, today),
    invitedAt: invitation.created_at.toString(),
    validUntil: invitation.expires_on,
    endedAt: invitation.ended_at?.toString() ?? null,
    remindersLeft: reminders.left,
    remindFrom: reminders.from?.toString() ?? null,
  }
}
