import { sql, type RawBuilder } from 'kysely'
import type { TaskKind } from '../../domain/today.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { needsSomebody } from './clawback-list-store.ts'

export type Task = {
  kind: TaskKind
  overdue: number
  today: number
  week: number
  later: number
  undated: number
  oldest: string | null // ISO day
  cents: number | null
}

type Days = { today: string; week: string }

/** What waits of each kind, by index alone: the page is opened often. */
export async function countTasks(
  tx: Tx,
  tenant: string,
  kinds: readonly TaskKind[],
  days: Days,
): Promise<Task[]> {
  const found = await together(
    kinds.map((kind) => () => sql<Omit<Task, 'kind'>>`${queries[kind](tenant, days)}`.execute(tx)),
  )
  return found.map(({ rows }, at) => ({ kind: kinds[at]!, ...rows[0]! }))
}

const berlin = (instant: string) => sql.raw(`(${instant} at time zone 'Europe/Berlin')::date`)

/** Cases with the day of a promised answer. */
const dated = (since: string, cents: string, { today, week }: Days) => sql`
  select count(*) filter (where answer_by < ${today})::int as overdue,
    count(*) filter (where answer_by = ${today})::int as today,
    count(*) filter (where answer_by > ${today} and answer_by <= ${week})::int as week,
    count(*) filter (where answer_by > ${week})::int as later,
    0 as undated, ${berlin(`min(${since})`)} as oldest, ${sql.raw(cents)} as cents`

const undated = (since: string, cents = 'null::bigint') => sql`
  select 0 as overdue, 0 as today, 0 as week, 0 as later, count(*)::int as undated,
    ${berlin(`min(${since})`)} as oldest, ${sql.raw(cents)} as cents`

const sum = 'coalesce(sum(cents), 0)::bigint'

const queries: Record<TaskKind, (tenant: string, days: Days) => RawBuilder<unknown>> = {
  reviews: (tenant, days) => sql`${dated('opened_at', sum, days)} from review_cases
    where tenant = ${tenant} and closed_at is null and (snoozed_until is null or snoozed_until <= ${days.today})`,
  claims: (tenant, days) => sql`${dated('made_at', 'null::bigint', days)} from claims
    where tenant = ${tenant} and state = 'open'`,
  goodwill: (tenant) => sql`${undated('proposed_at', sum)} from goodwill_requests
    where tenant = ${tenant} and decided_at is null`,
  clawbacks: (
    tenant,
    { today },
  ) => sql`${undated('opened_at', 'coalesce(sum(left_cents), 0)::bigint')} from clawbacks
    where tenant = ${tenant} and ${needsSomebody(Temporal.PlainDate.from(today))}`,
  'unmatched-orders': (tenant) =>
    sql`${undated('seen_at')} from unmatched_orders where tenant = ${tenant}`,
  // A registration waits once its address is proven.
  agencies: (tenant) => sql`${undated('created_at')} from agencies
    where tenant = ${tenant} and state = 'registered' and exists (select from agency_users
      where agency_users.tenant = ${tenant} and agency_users.agency_id = agencies.agency_id and confirmed_at is not null)`,
  'sales-partners': (tenant) => sql`${undated('created_at')} from sales_partners
    where tenant = ${tenant} and state = 'registered' and confirmed_at is not null`,
  'held-payments': (tenant) => sql`${undated('held_at', sum)} from payouts
    where tenant = ${tenant} and held_at is not null`,
}

export type Change = { action: string; count: number; newest: Temporal.Instant }

/** The latest rows of the log that are read, so that a long absence costs no more than a short one. */
const mostRead = 2_000

/** What others did since then, by action, the most frequent first. @param kinds of subjects */
export async function listChanges(
  tx: Tx,
  tenant: string,
  asked: { since: Temporal.Instant; notBy: string; kinds: readonly string[]; limit: number },
): Promise<Change[]> {
  const { since, notBy, kinds, limit } = asked
  const { rows } = await sql<Change>`
    select action, count(*)::int as count, max(at) as newest
    from (select action, at, subject_kind, actor_id from audit_log
      where tenant = ${tenant} order by number desc limit ${mostRead}) latest
    where at > ${since.toString()} and actor_id <> ${notBy} and subject_kind = any (${[...kinds]}::text[])
    group by action
    order by count desc, action
    limit ${limit}`.execute(tx)
  return rows
}
