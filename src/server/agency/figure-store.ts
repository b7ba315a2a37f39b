import { sql } from 'kysely'
import { localDate } from '../../domain/dates.ts'
import type { Tx } from '../db/connection.ts'
import type { Whose } from './invitation-store.ts'

export type Figures = { invited: number; registered: number; referrals: number; orders: number }

/**
 * Results of an agency or one user since a day; null: ever. Orders as in the statistics: confirmed or released, by contract
 * date.
 */
export async function countFigures(
  tx: Tx,
  tenant: string,
  { agencyId, userId }: Whose,
  since: Temporal.Instant | null,
): Promise<Figures> {
  const from = since?.toString() ?? '-infinity'
  const own = (column: 'user_id' | 'agency_user_id') =>
    userId === null ? sql`` : sql`and ${sql.ref(column)} = ${userId}`
  const { rows } = await sql<Figures>`
    select
      (select count(*)::int from invitations
        where tenant = ${tenant} and agency_id = ${agencyId} ${own('user_id')} and created_at >= ${from}) as invited,
      (select count(*)::int from accounts
        where tenant = ${tenant} and agency_id = ${agencyId} ${own('agency_user_id')} and confirmed_at >= ${from}) as registered,
      (select count(*)::int from referrals
        where tenant = ${tenant} and agency_id = ${agencyId} ${own('agency_user_id')} and created_at >= ${from}) as referrals,
      (select count(*)::int from referrals r join orders o on o.tenant = ${tenant} and o.referral_number = r.number
        where r.tenant = ${tenant} and r.agency_id = ${agencyId}
          ${userId === null ? sql`` : sql`and r.agency_user_id = ${userId}`}
          and o.contract_on >= ${since === null ? '-infinity' : localDate(since).toString()} and o.state in ('confirmed', 'released')) as orders`.execute(
    tx,
  )
  return rows[0]!
}

/** Unanswered invitations. */
export async function countOpen(
  tx: Tx,
  tenant: string,
  { agencyId, userId }: Whose,
  today: Temporal.PlainDate,
): Promise<number> {
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from invitations
    where tenant = ${tenant} and agency_id = ${agencyId} and state = 'sent' and expires_on >= ${today.toString()}
      ${userId === null ? sql`` : sql`and user_id = ${userId}`}`.execute(tx)
  return rows[0]!.many
}

/** Confirmed orders waiting for a decision; from the lists' sums, so independent of their number. */
export async function countToRelease(
  tx: Tx,
  tenant: string,
  { agencyId, userId }: Whose,
): Promise<number> {
  const { rows } = await sql<{ many: number }>`
    select coalesce(sum(count), 0)::int as many from (
      select employee, count from report_counts
      where tenant = ${tenant} and kind = 'orders' and agency_id = ${agencyId} and axis = 'all' and state = 'confirmed'
      union all
      select employee, count from report_deltas
      where tenant = ${tenant} and kind = 'orders' and agency_id = ${agencyId} and state = 'confirmed') as cells
    ${userId === null ? sql`` : sql`where employee = ${userId}`}`.execute(tx)
  return rows[0]!.many
}
