import { sql } from 'kysely'
import { foldWords } from '../../domain/agent-search.ts'
import { mailboxOf } from '../../domain/email.ts'
import type { InvitationState } from '../../domain/invitation.ts'
import type { Locale } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'

export type Conversation = 'on-site' | 'by-phone'
export type Invitation = {
  invitation_id: string
  agency_id: string
  user_id: string
  first_name: string // these three are empty once personal data is deleted
  last_name: string
  email: string
  conversation: Conversation
  state: InvitationState
  language: Locale
  mails: number
  created_at: Temporal.Instant
  mailed_at: Temporal.Instant
  expires_on: string
  ended_at: Temporal.Instant | null
  token_id: string | null
  employee_number: string
  employee_name: string
}

/** An agency's invitations, or one user's only. */
export type Whose = { agencyId: string; userId: string | null }

const columns = sql`i.invitation_id, i.agency_id, i.user_id, i.first_name, i.last_name, i.email, i.conversation, i.state,
  i.language, i.mails, i.created_at, coalesce(i.mailed_at, i.created_at) as mailed_at, i.expires_on, i.ended_at, i.token_id,
  u.employee_number, u.first_name || ' ' || u.last_name as employee_name`
const source = (tenant: string) => sql`
  invitations i join agency_users u on u.tenant = ${tenant} and u.user_id = i.user_id`
const mine = (tenant: string, { agencyId, userId }: Whose) => sql`
  i.tenant = ${tenant} and i.agency_id = ${agencyId} ${userId === null ? sql`` : sql`and i.user_id = ${userId}`}`

export type NewInvitation = Pick<
  Invitation,
  | 'invitation_id'
  | 'agency_id'
  | 'user_id'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'conversation'
  | 'language'
  | 'expires_on'
> & {
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

/** Locks one invitation. */
export async function lockInvitation(
  tx: Tx,
  tenant: string,
  whose: Whose,
  id: string,
): Promise<Invitation | undefined> {
  const { rows } = await sql<Invitation>`
    select ${columns} from ${source(tenant)}
    where ${mine(tenant, whose)} and i.invitation_id = ${id} for no key update of i`.execute(tx)
  return rows[0]
}

export async function findInvitation(
  tx: Tx,
  tenant: string,
  whose: Whose,
  id: string,
): Promise<Invitation | undefined> {
  const { rows } = await sql<Invitation>`
    select ${columns} from ${source(tenant)} where ${mine(tenant, whose)} and i.invitation_id = ${id}`.execute(
    tx,
  )
  return rows[0]
}

/** The agency's invitations to a mailbox, in any state and spelling. */
export async function countToMailbox(
  tx: Tx,
  tenant: string,
  agencyId: string,
  email: string,
): Promise<number> {
  // All spellings of a mailbox share the first letter, whatever the provider ignores.
  const { rows } = await sql<{ email: string }>`
    select email from invitations
    where tenant = ${tenant} and agency_id = ${agencyId} and email ^@ ${email.slice(0, 1)}`.execute(
    tx,
  )
  const mailbox = mailboxOf(email)
  return rows.filter((row) => mailboxOf(row.email) === mailbox).length
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

const orders = {
  EingeladenAm: sql`i.created_at`,
  Nachname: sql`i.last_name`,
  Status: sql`i.state`,
  GueltigBis: sql`i.expires_on`,
} as const

export type InvitationQuery = {
  orderBy: keyof typeof orders
  descending: boolean
  pageSize: number
  page: number
  states: readonly InvitationState[] // none: all
  employeeNumber: string | null
  search: string
}

/** Each word is part of a name, in any spelling, or of the address. Few enough to scan. */
const found = (search: string) =>
  sql.join(
    [
      sql``,
      ...search
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== '')
        .map((word) => {
          const parts = foldWords(word)
          const named = parts.map(
            (part) => sql`strpos(fold_name(i.first_name, i.last_name), ${part}) > 0`,
          )
          const inName = named.length > 0 ? sql.join(named, sql` and `) : sql`false`
          return sql`((${inName}) or strpos(lower(i.email), ${word}) > 0)`
        }),
    ],
    sql` and `,
  )

/** A page and the total count. Those over today count as expired, even before the sweep. */
export async function listInvitations(
  tx: Tx,
  tenant: string,
  whose: Whose,
  query: InvitationQuery,
  today: Temporal.PlainDate,
): Promise<{ rows: Invitation[]; total: number }> {
  const day = today.toString()
  const states = {
    sent: sql`i.state = 'sent' and i.expires_on >= ${day}`,
    expired: sql`(i.state = 'expired' or i.state = 'sent' and i.expires_on < ${day})`,
    accepted: sql`i.state = 'accepted'`,
    withdrawn: sql`i.state = 'withdrawn'`,
  } as const
  const inStates =
    query.states.length > 0
      ? sql`and (${sql.join(
          query.states.map((one) => sql`(${states[one]})`),
          sql` or `,
        )})`
      : sql``
  const where = sql`${mine(tenant, whose)} ${inStates}
    ${query.employeeNumber === null ? sql`` : sql`and u.employee_number = ${query.employeeNumber}`}
    ${found(query.search)}`
  const way = query.descending ? sql`desc` : sql`asc`
  const [{ rows }, counted] = [
    await sql<Invitation>`
      select ${columns} from ${source(tenant)} where ${where}
      order by ${orders[query.orderBy]} ${way}, i.invitation_id ${way}
      limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`.execute(tx),
    await sql<{ total: number }>`
      select count(*)::int as total from ${source(tenant)} where ${where}`.execute(tx),
  ]
  return { rows, total: counted.rows[0]!.total }
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
    update invitations set state = 'expired', ended_at = ${now.toString()}
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
    update invitations set first_name = '', last_name = '', email = ''
    where tenant = ${tenant} and invitation_id = any (array(
      select invitation_id from invitations
      where tenant = ${tenant} and ended_at < ${before.toString()} and email <> ''
      order by ended_at limit ${limit} for no key update skip locked))
    returning invitation_id`.execute(tx)
  return rows.length
}

export async function hasInvitations(tx: Tx, tenant: string): Promise<boolean> {
  const row = await tx
    .selectFrom('invitations')
    .select('invitation_id')
    .where('tenant', '=', tenant)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
