import { createHash } from 'node:crypto'
import { BERLIN } from '../../domain/dates.ts'
import { invitationDays, type InvitationState } from '../../domain/invitation.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { PastRows } from './history-store.ts'

/** Days since the latest invitations, by outcome: most accepted, some open, few expired. */
export const askedLately = {
  accepted: [2, 3, 5, 6, 8, 9, 12, 13, 15, 16, 18, 19, 22, 25],
  sent: [1, 2, 4, 7, 10],
  expired: [17, 21],
} as const

type Past = {
  at: Temporal.Instant
  agencyId: string
  userId: string
  name: readonly [string, string]
  email: string
  conversation: 'on-site' | 'by-phone'
  state: InvitationState
  answered: Temporal.Instant // if accepted, when
}

/** Writes an invitation and, if accepted, its account; returns the account's id. */
export function writeInvitation(rows: PastRows, past: Past): string | null {
  const { at, agencyId, userId, state, email, answered } = past
  const [first, last] = past.name
  const lastDay = at.toZonedDateTimeISO(BERLIN).add({ days: invitationDays })
  const accountId = state === 'accepted' ? uuidv7() : null
  const ended = {
    accepted: answered,
    expired: lastDay.toInstant(),
    sent: null,
    withdrawn: answered,
  }
  rows.invitations.push({
    invitation_id: uuidv7(),
    agency_id: agencyId,
    user_id: userId,
    first_name: first,
    last_name: last,
    email,
    conversation: past.conversation,
    state,
    language: 'de',
    created_at: at.toString(),
    expires_on: lastDay.toPlainDate().toString(),
    ended_at: ended[state]?.toString() ?? null,
    account_id: accountId,
  })
  if (accountId !== null)
    rows.accounts.push({
      account_id: accountId,
      email,
      first_name: first,
      last_name: last,
      language: 'de',
      referrer_hash: createHash('sha256').update(accountId).digest('base64url').slice(0, 22),
      created_at: answered.toString(),
      confirmed_at: answered.toString(),
      agency_id: agencyId,
      agency_user_id: userId,
    })
  return accountId
}
