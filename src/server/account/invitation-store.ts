import { sql } from 'kysely'
import { invitationMails, type InvitationState } from '../../domain/invitation.ts'
import type { Locale } from '../../domain/tenant.ts'
import { keepsPlan, type Tx } from '../db/connection.ts'
import { blankMailsOfKeys } from '../mail/blank-store.ts'

// An invitation ends with the account that it leads to, so it is written here; agencies send, list and withdraw it.

/** False if accepted by others or withdrawn. A registration in time may be confirmed after the last day. */
export async function acceptInvitation(
  tx: Tx,
  tenant: string,
  id: string,
  accountId: string,
  now: Temporal.Instant,
): Promise<boolean> {
  const result = await tx
    .updateTable('invitations')
    .set({ state: 'accepted', account_id: accountId, ended_at: now.toString() })
    .where('tenant', '=', tenant)
    .where('invitation_id', '=', id)
    .where('state', 'in', ['sent', 'expired'])
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export type Conversation = 'on-site' | 'by-phone'

export type NewInvitation = {
  invitation_id: string
  agency_id: string
  user_id: string
  first_name: string
  last_name: string
  email: string // normalised
  conversation: Conversation
  language: Locale
  expires_on: string
  token_id: string | null
  state?: InvitationState
  ended_at?: string
  account_id?: string
}

/** False if the agency has an open invitation to the address. */
export async function insertInvitation(
  tx: Tx,
  tenant: string,
  invitation: NewInvitation,
  now: Temporal.Instant,
): Promise<boolean> {
  const at = now.toString()
  const result = await tx
    .insertInto('invitations')
    .values({ tenant, state: 'sent', ...invitation, created_at: at, mailed_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function countMail(
  tx: Tx,
  tenant: string,
  id: string,
  now: Temporal.Instant,
): Promise<void> {
  await sql`
    update invitations set mails = mails + 1, mailed_at = ${now.toString()}
    where tenant = ${tenant} and invitation_id = ${id}`.execute(tx)
}

export async function endInvitation(
  tx: Tx,
  tenant: string,
  id: string,
  state: 'withdrawn',
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ state, ended_at: now.toString() })
    .where('tenant', '=', tenant)
    .where('invitation_id', '=', id)
    .where('state', '=', 'sent')
    .execute()
}

/** Expires up to `limit` invitations past their last day; returns the number. */
export async function expireInvitations(
  tx: Tx,
  tenant: string,
  today: Temporal.PlainDate,
  now: Temporal.Instant,
  limit: number,
): Promise<number> {
  const { rows } = await sql`
    update invitations set ${keepsPlan} state = 'expired', ended_at = ${now.toString()}
    where tenant = ${tenant} and state = 'sent' and invitation_id = any (array(
      select invitation_id from invitations
      where tenant = ${tenant} and state = 'sent' and expires_on < ${today.toString()}
      order by expires_on limit ${limit} for no key update skip locked))
    returning invitation_id`.execute(tx)
  return rows.length
}

/** Deletes the personal data of up to `limit` invitations ended before; the rest stays. */
export async function forgetInvited(
  tx: Tx,
  tenant: string,
  before: Temporal.Instant,
  limit: number,
): Promise<number> {
  const { rows } = await sql`
    update invitations set ${keepsPlan} first_name = '', last_name = '', email = ''
    where tenant = ${tenant} and invitation_id = any (array(
      select invitation_id from invitations
      where tenant = ${tenant} and ended_at < ${before.toString()} and email <> ''
      order by ended_at limit ${limit} for no key update skip locked))
    returning invitation_id`.execute(tx)
  return rows.length
}

/** Deletes the personal data of invitations to an address, open ones and their mails included; the rest stays. Returns their ids. */
export async function forgetInvitedAddress(
  tx: Tx,
  tenant: string,
  email: string,
  now: Temporal.Instant,
): Promise<string[]> {
  const { rows } = await sql<{ invitation_id: string }>`
    update invitations set first_name = '', last_name = '', email = '',
      state = case when state = 'sent' then 'withdrawn' else state end, ended_at = coalesce(ended_at, ${now.toString()}::timestamptz)
    where tenant = ${tenant} and email collate "C" = ${email}
    returning invitation_id`.execute(tx)
  const ids = rows.map(({ invitation_id }) => invitation_id).toSorted()
  await blankMailsOfKeys(tx, tenant, ids.flatMap(invitationMails))
  return ids
}

/** Deletes the personal data of an account's ended invitations: those that it accepted, and those to its address. */
export async function forgetInvitationsOf(
  tx: Tx,
  tenant: string,
  accountId: string,
): Promise<void> {
  await sql`
    update invitations set first_name = '', last_name = '', email = ''
    from accounts
    where invitations.tenant = ${tenant} and accounts.tenant = ${tenant} and accounts.account_id = ${accountId}
      and invitations.state <> 'sent'
      and (invitations.account_id = accounts.account_id or invitations.email = accounts.email)`.execute(
    tx,
  )
}

/** Accounts that are deleted leave the invitations that they accepted. */
export async function forgetWhoAccepted(
  tx: Tx,
  tenant: string,
  accountIds: readonly string[],
): Promise<void> {
  await sql`
    update invitations set account_id = null
    where tenant = ${tenant} and account_id = any (${[...accountIds]})`.execute(tx)
}
