import { invitationMail } from '../../domain/invitation.ts'
import type { Locale } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'
import { queueMail } from '../mail/store.ts'
import type { Conversation } from '../account/invitation-store.ts'

/** Invites in an agency's name; the second and third mail are reminders. */
export async function mailInvitation(
  tx: Tx,
  tenant: string,
  invitation: {
    invitation_id: string
    token_id: string
    email: string
    first_name: string
    last_name: string
    conversation: Conversation
    language: Locale
    expires_on: string
    agencyName: string
    employeeName: string
    reminder: number // 0: the invitation itself
  },
  now: Temporal.Instant,
): Promise<void> {
  await queueMail(tx, tenant, {
    template: 'agencyInvitation',
    to: invitation.email,
    locale: invitation.language,
    data: {
      firstName: invitation.first_name,
      agencyName: invitation.agencyName,
      employeeName: invitation.employeeName,
      conversation: invitation.conversation,
      reminder: invitation.reminder,
      expiresOn: invitation.expires_on,
      link: { link: { page: 'Registration', token: { id: invitation.token_id, as: 't' } } },
    },
    dedupeKey: invitationMail(invitation.invitation_id, invitation.reminder),
    now,
  })
}
