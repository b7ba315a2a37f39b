import { sql } from 'kysely'
import { recordReport } from '../reports/rows-store.ts'
import { findToken } from '../base/token-store.ts'
import { isUuid } from '../base/uuid.ts'
import type { Tx } from '../db/connection.ts'
import type { InvitationState } from '../../domain/invitation.ts'

/** The inviter: an agency and, if still there, its user. */
export type Inviter = {
  agencyId: string
  agencyName: string
  userId: string | null
  employeeName: string | null
}
export type InvitedPerson = {
  invitation_id: string
  state: InvitationState
  expires_on: string
  first_name: string
  last_name: string
  email: string
}

type Row = {
  agency_id: string
  agency_name: string
  agency_state: string
  user_id: string
  first_name: string
  last_name: string
  left_at: Temporal.Instant | null
}

const inviterOf = (row: Row): Inviter => ({
  agencyId: row.agency_id,
  agencyName: row.agency_name,
  userId: row.left_at ? null : row.user_id,
  employeeName: row.left_at ? null : `${row.first_name} ${row.last_name}`,
})

/** By an invitation's token; undefined without such a link. Only active agencies invite. */
export async function findInvitationByToken(
  tx: Tx,
  tenant: string,
  text: string,
): Promise<{ inviter: Inviter; person: InvitedPerson; isActive: boolean } | undefined> {
  const token = await findToken(tx, tenant, 'invitation', text)
  if (!token) return undefined
  return findInvitationWithInviter(tx, tenant, token.subject)
}

export async function findInvitationWithInviter(
  tx: Tx,
  tenant: string,
  id: string,
): Promise<{ inviter: Inviter; person: InvitedPerson; isActive: boolean } | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await sql<Row & InvitedPerson & { invited_first: string; invited_last: string }>`
    select a.agency_id, a.name as agency_name, a.state as agency_state, u.user_id, u.first_name, u.last_name, u.left_at,
      i.invitation_id, i.state, i.expires_on, i.email, i.first_name as invited_first, i.last_name as invited_last
    from invitations i
      join agency_users u on u.tenant = ${tenant} and u.user_id = i.user_id
      join agencies a on a.tenant = ${tenant} and a.agency_id = i.agency_id
    where i.tenant = ${tenant} and i.invitation_id = ${id}`.execute(tx)
  const row = rows[0]
  if (!row) return undefined
  const { invitation_id, state, expires_on, email } = row
  return {
    inviter: inviterOf(row),
    person: {
      invitation_id,
      state,
      expires_on,
      email,
      first_name: row.invited_first,
      last_name: row.invited_last,
    },
    isActive: row.agency_state === 'active',
  }
}

/** By a card's code, for active agencies. @param code in capitals */
export async function findInviterByCard(
  tx: Tx,
  tenant: string,
  code: string,
): Promise<Inviter | undefined> {
  const { rows } = await sql<Row>`
    select a.agency_id, a.name as agency_name, a.state as agency_state, u.user_id, u.first_name, u.last_name, u.left_at
    from agency_users u join agencies a on a.tenant = ${tenant} and a.agency_id = u.agency_id
    where u.tenant = ${tenant} and u.card_code = ${code} and a.state = 'active'`.execute(tx)
  return rows[0] && inviterOf(rows[0])
}

/** The origin of an account, for its registration mails: the first one sent, or the newest that names somebody; null for none. */
export async function findPendingInviter(
  tx: Tx,
  tenant: string,
  accountId: string,
  which: 'first' | 'newest',
): Promise<PendingInviter | null> {
  const { rows } = await sql<{ invited: PendingInviter | null }>`
    select details->'invited' as invited from tokens
    where tenant = ${tenant} and kind = 'set-password' and subject = ${accountId}
      ${which === 'first' ? sql`order by token_id` : sql`and details ? 'invited' order by token_id desc`} limit 1`.execute(
    tx,
  )
  return rows[0]?.invited ?? null
}

/** Stored with the link that confirms a registration. */
export type PendingInviter = { invitation: string } | { agency: string; user: string | null }

/** Assigns an account to an agency; an existing assignment stays. */
export async function setAgency(
  tx: Tx,
  tenant: string,
  accountId: string,
  inviter: Pick<Inviter, 'agencyId' | 'userId'>,
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ agency_id: inviter.agencyId, agency_user_id: inviter.userId })
    .where('tenant', '=', tenant)
    .where('account_id', '=', accountId)
    .where('agency_id', 'is', null)
    .execute()
  await recordReport(tx, tenant, 'recommenders', [accountId])
}

/** A card's inviter today: an active agency and, if still there, its user. */
export async function findInviterNow(
  tx: Tx,
  tenant: string,
  { agency, user }: { agency: string; user: string | null },
): Promise<Pick<Inviter, 'agencyId' | 'userId'> | null> {
  const { rows } = await sql<{ agencyId: string; userId: string | null }>`
    select a.agency_id as "agencyId", u.user_id as "userId"
    from agencies a
      left join agency_users u on u.tenant = ${tenant} and u.user_id = ${user} and u.agency_id = a.agency_id and u.left_at is null
    where a.tenant = ${tenant} and a.agency_id = ${agency} and a.state = 'active'`.execute(tx)
  return rows[0] ?? null
}
