import { sql } from 'kysely'
import type { InvitationState } from '../../domain/invitation.ts'
import type { Conversation } from '../account/invitation-store.ts'
import type { Tx } from '../db/connection.ts'

/** An agency's invitation that still names somebody. */
export type InvitedBy = {
  invitation_id: string
  first_name: string
  last_name: string
  language: string
  agency_id: string
  agency: string
  number: string // the agency's
  agent: string
  conversation: Conversation
  state: InvitationState
  created_at: Temporal.Instant
  expires_on: string
  ended_at: Temporal.Instant | null
}

/** Whom an invitation is for; not once it names nobody. */
export async function findInvitedAddress(
  tx: Tx,
  tenant: string,
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    select email from invitations where tenant = ${tenant} and invitation_id = ${id} and email <> ''`.execute(
    tx,
  )
  return rows[0]?.email
}

/** The invitations to an address, newest first. @param email normalised */
export async function listInvitedBy(tx: Tx, tenant: string, email: string): Promise<InvitedBy[]> {
  const { rows } = await sql<InvitedBy>`
    select i.invitation_id, i.first_name, i.last_name, i.language, i.agency_id, agencies.name as agency, agencies.number,
      agency_users.first_name || ' ' || agency_users.last_name as agent, i.conversation, i.state, i.created_at, i.expires_on, i.ended_at
    from invitations i
      join agencies on agencies.tenant = ${tenant} and agencies.agency_id = i.agency_id
      join agency_users on agency_users.tenant = ${tenant} and agency_users.user_id = i.user_id
    where i.tenant = ${tenant} and i.email collate "C" = ${email} and i.email <> ''
    order by i.created_at desc, i.invitation_id desc limit 20`.execute(tx)
  return rows
}
