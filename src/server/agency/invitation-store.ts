import { sql } from 'kysely'
import { foldWords } from '../../domain/agent-search.ts'
import { mailboxOf } from '../../domain/email.ts'
import type { InvitationState } from '../../domain/invitation.ts'
import type { Locale } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'
import type { Conversation } from '../account/invitation-store.ts'

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
