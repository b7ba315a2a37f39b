import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

export type NoticeKind = 'daily' | 'dead-jobs' | 'late-payout'
export type Notice = { kind: NoticeKind; told_at: Temporal.Instant; until: Temporal.Instant }

export async function listNotices(tx: Tx, tenant: string): Promise<Notice[]> {
  const rows = await tx
    .selectFrom('operator_notices')
    .select(['kind', 'told_at', 'until'])
    .where('tenant', '=', tenant)
    .execute()
  return rows as Notice[]
}

/** Of many processes that would tell something, true for one. @param since who told it after this has done so */
export async function claimNotice(
  tx: Tx,
  tenant: string,
  notice: {
    kind: NoticeKind
    now: Temporal.Instant
    since: Temporal.Instant
    until: Temporal.Instant
  },
): Promise<boolean> {
  const { kind, now, since, until } = notice
  const result = await sql`
    insert into operator_notices as told (tenant, kind, told_at, until)
    values (${tenant}, ${kind}, ${now.toString()}, ${until.toString()})
    on conflict (tenant, kind) do update set told_at = excluded.told_at, until = excluded.until
      where told.told_at < ${since.toString()}`.execute(tx)
  return result.numAffectedRows === 1n
}

export type Waiting = {
  reviews: number
  overdueReviews: number
  agencies: number
  partners: number
  heldPayments: number
}

/** What waits for people at a tenant. Registrations wait for them once the address is proven. */
export async function countWaiting(tx: Tx, tenant: string, today: string): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select (count(*))::int as reviews, (count(*) filter (where answer_by < ${today}))::int as "overdueReviews",
      (select count(*)::int from agencies where tenant = ${tenant} and state = 'registered' and exists (
        select from agency_users where agency_users.tenant = ${tenant} and agency_users.agency_id = agencies.agency_id
          and confirmed_at is not null)) as agencies,
      (select count(*)::int from sales_partners where tenant = ${tenant} and state = 'registered' and confirmed_at is not null)
        as partners,
      (select count(*)::int from payouts where tenant = ${tenant} and held_at is not null) as "heldPayments"
    from review_cases
    where tenant = ${tenant} and closed_at is null and (snoozed_until is null or snoozed_until <= ${today})`.execute(
    tx,
  )
  return rows[0]!
}
