import { sql, type RawBuilder } from 'kysely'
import { lostBefore } from '../../domain/payout.ts'
import { platformCode } from '../../domain/platform.ts'
import { keptDays } from '../../domain/retention.ts'
import { dues } from '../../domain/review.ts'
import type { TaskKind } from '../../domain/today.ts'
import { openOf } from '../billing/set-off-store.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { deadOf } from '../jobs/store.ts'
import { accountChangeState, proposalState } from '../payout/proposal-state-store.ts'
import { isReported } from '../reward/voucher-store.ts'
import { balance, isNamedLine, isOpenLine } from './bank-line-list-store.ts'
import { isDue } from './due-filter-store.ts'
import { isProposed, needsSomebody } from './clawback-list-store.ts'
import { isAsked } from './order-import-store.ts'
import { isProven } from './seller-store.ts'

export type Task = {
  kind: TaskKind
  overdue: number
  today: number
  week: number
  later: number
  undated: number
  oldest: string | null // ISO day
  cents: number | null
  until?: string // ISO day: after it the first one of them is lost
}

/** Days before an API key's end: a provider's change may wait for its next release. */
const warnedDays = 30

type Days = { today: string; now: Temporal.Instant; self: string | null } // null: for nobody in particular

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
const dated = (since: string, cents: string, { today }: Days) => {
  const counts = dues.map(
    (due) => sql`count(*) filter (where ${isDue([due], today)})::int as ${sql.ref(due)}`,
  )
  return sql`
    select ${sql.join(counts)}, 0 as undated, ${berlin(`min(${since})`)} as oldest, ${sql.raw(cents)} as cents`
}

const undated = (since: string, cents = 'null::bigint') => sql`
  select 0 as overdue, 0 as today, 0 as week, 0 as later, count(*)::int as undated,
    ${berlin(`min(${since})`)} as oldest, ${sql.raw(cents)} as cents`

const sum = 'coalesce(sum(cents), 0)::bigint'

/** A file that is still there tomorrow. */
const outlasts = (today: string) =>
  sql`${berlin('made_at')} + ${keptDays.orderFile}::int > ${today}::date`

const isWaitingCase = (tenant: string, { today }: Days) =>
  sql`tenant = ${tenant} and closed_at is null and (snoozed_until is null or snoozed_until <= ${today})`

/** Objections to what the caller refused: a second person decides. They are few, and have an index of their own. */
const isOwnRefusal = ({ self }: Days) => sql`appeal_id is not null and first_decided_by = ${self}`

type Query = (tenant: string, days: Days) => RawBuilder<unknown>

/** What others than the caller brought, or the caller alone: a second person decides about it. */
type Whose = 'others' | 'own'
const isOf = (whose: Whose, by: string, { self }: Days) =>
  sql`${sql.ref(by)} is ${sql.raw(whose === 'own' ? 'not' : '')} distinct from ${self}`

const goodwill =
  (whose: Whose): Query =>
  (tenant, days) =>
    sql`${undated('proposed_at', sum)} from goodwill_requests
    where tenant = ${tenant} and decided_at is null and ${isOf(whose, 'proposed_by', days)}`

const proposals =
  (whose: Whose): Query =>
  (tenant, days) =>
    sql`${undated('proposed_at', 'coalesce(sum(left_cents), 0)::bigint')} from clawbacks
    where tenant = ${tenant} and ${isProposed} and ${isOf(whose, 'proposed_by', days)}`

const payouts =
  (whose: Whose): Query =>
  (tenant, days) =>
    sql`${undated('proposed_at', 'coalesce(sum(total_cents), 0)::bigint')} from payout_proposals
    where tenant = ${tenant} and ${proposalState(days.now)} = 'open' and ${isOf(whose, 'proposed_by', days)}`

/** One row of the list each, however many of its codes. */
const codes =
  (whose: Whose): Query =>
  (tenant, days) =>
    sql`
    select 0 as overdue, 0 as today, 0 as week, 0 as later, count(distinct vouchers.reward_id)::int as undated,
      ${berlin('min(doubted_at)')} as oldest, coalesce(sum(vouchers.cents), 0)::bigint as cents
    from vouchers join rewards on rewards.tenant = ${tenant} and rewards.reward_id = vouchers.reward_id
    where vouchers.tenant = ${tenant} and ${isReported} and claimed_back_at is null and ${isOf(whose, 'doubted_by', days)}`

const files =
  (whose: Whose): Query =>
  (tenant, days) =>
    sql`
    select 0 as overdue, count(*) filter (where not ${outlasts(days.today)})::int as today,
      count(*) filter (where ${outlasts(days.today)})::int as week, 0 as later, 0 as undated, ${berlin('min(asked_at)')} as oldest,
      coalesce(sum(would_cents + would_lose_cents), 0)::bigint as cents, ${berlin('min(made_at)')} + ${keptDays.orderFile}::int as until
    from order_imports where tenant = ${tenant} and ${isAsked} and ${isOf(whose, 'made_by', days)}`

const namedLines =
  (whose: Whose): Query =>
  (tenant, days) =>
    sql`${undated('named_at', balance)} from bank_lines
    where ${isNamedLine(tenant)} and ${isOf(whose, 'named_by', days)}`

const queries: Record<TaskKind, Query> = {
  reviews: (tenant, days) => sql`${dated('opened_at', sum, days)} from review_cases
    where ${isWaitingCase(tenant, days)} and reward_id <> all (array(
      select reward_id from review_cases where ${isWaitingCase(tenant, days)} and ${isOwnRefusal(days)}))`,
  'own-refusals': (tenant, days) => sql`${dated('opened_at', sum, days)} from review_cases
    where ${isWaitingCase(tenant, days)} and ${isOwnRefusal(days)}`,
  claims: (tenant, days) => sql`${dated('made_at', 'null::bigint', days)} from claims
    where tenant = ${tenant} and state = 'open'`,
  goodwill: goodwill('others'),
  'own-goodwill': goodwill('own'),
  clawbacks: (
    tenant,
    { today },
  ) => sql`${undated('opened_at', 'coalesce(sum(left_cents), 0)::bigint')} from clawbacks
    where tenant = ${tenant} and ${needsSomebody(Temporal.PlainDate.from(today))}`,
  'clawback-proposals': proposals('others'),
  'own-clawback-proposals': proposals('own'),
  'voucher-codes': codes('others'),
  'own-voucher-codes': codes('own'),
  'voucher-orders': (tenant) => sql`${undated('changed_at', sum)} from voucher_orders
    where tenant = ${tenant} and state = 'failed'`,
  'low-vouchers': (tenant) =>
    sql`${undated('told_at')} from voucher_alarms where tenant = ${tenant}`,
  'order-files': files('others'),
  'own-order-files': files('own'),
  'unmatched-orders': (tenant) =>
    sql`${undated('seen_at')} from unmatched_orders where tenant = ${tenant}`,
  // A registration waits once its address is proven.
  agencies: (tenant) => sql`${undated('created_at')} from agencies
    where tenant = ${tenant} and state = 'registered' and ${isProven(tenant, 'agency')}`,
  'sales-partners': (tenant) => sql`${undated('created_at')} from sales_partners
    where tenant = ${tenant} and state = 'registered' and ${isProven(tenant, 'sales-partner')}`,
  'payout-proposals': payouts('others'),
  'own-payout-proposals': payouts('own'),
  'account-changes': (tenant, days) => sql`${undated('proposed_at')} from payout_account_changes
    where tenant = ${tenant} and ${accountChangeState(days.now)} = 'open' and ${isOf('others', 'proposed_by', days)}`,
  'account-notices': (tenant, days) => sql`
    select 0 as overdue, 0 as today, 0 as week, 0 as later, count(*)::int as undated, ${berlin('min(proposed_at)')} as oldest,
      null::bigint as cents, ${berlin('min(use_from)')} as until
    from payout_account_changes
    where tenant = ${tenant} and (state = 'approved' or (${accountChangeState(days.now)} = 'open' and ${isOf('own', 'proposed_by', days)}))`,
  'held-payments': (tenant) => sql`${undated('held_at', sum)} from payouts
    where tenant = ${tenant} and held_at is not null`,
  'bank-returns': (tenant, days) => sql`${undated('proposed_at', sum)}
    from bank_line_payouts join payouts on payouts.tenant = ${tenant} and payouts.payout_id = bank_line_payouts.payout_id
    where bank_line_payouts.tenant = ${tenant} and applied_at is null and ${isOf('others', 'proposed_by', days)}`,
  'bank-lines': (tenant) => sql`${undated('created_at', balance)}
    from bank_lines where ${isOpenLine(tenant)}`,
  'named-lines': namedLines('others'),
  'own-named-lines': namedLines('own'),
  // Until somebody has that file applied, by its name, or a week is over.
  'stopped-uploads': (tenant, { now }) => sql`${undated('ended_at')} from bank_uploads
    where tenant = ${tenant} and state = 'stopped' and ended_at >= ${now.subtract({ hours: 7 * 24 }).toString()} and not exists (
      select from bank_uploads anew where anew.tenant = ${tenant} and anew.state = 'done' and anew.name = bank_uploads.name
        and anew.made_at > bank_uploads.made_at)`,
  'ending-keys': (tenant, { now }) => sql`
    select 0 as overdue, 0 as today, 0 as week, 0 as later, count(*)::int as undated, ${berlin('min(created_at)')} as oldest,
      null::bigint as cents, ${berlin('min(expires_at)')} as until
    from tokens
    where tenant = ${tenant} and kind = 'api-key' and revoked_at is null and expires_at > ${now.toString()}
      and expires_at < ${now.add({ hours: 24 * warnedDays }).toString()}`,
  'lost-payments': (tenant, { today }) => sql`${undated('payouts.created_at', sum)}
    from payouts join payout_batches on payout_batches.tenant = ${tenant} and payout_batches.batch_id = payouts.batch_id
    where payouts.tenant = ${tenant} and state = 'in-transit'
      and execution_on < ${lostBefore(Temporal.PlainDate.from(today)).toString()}`,
  'overdue-invoices': (tenant, { today }) => sql`
    select count(*)::int as overdue, 0 as today, 0 as week, 0 as later, 0 as undated, min(due_on) as oldest,
      coalesce(sum(${openOf(tenant, sql`papers`)}), 0)::bigint as cents from papers
    where tenant = ${tenant} and state = 'open' and kind = 'invoice' and due_on < ${today}`,
  books: (tenant) => sql`
    select 0 as overdue, 0 as today, 0 as week, 0 as later, coalesce(max(difference_count), 0)::int as undated, max(day) as oldest,
      null::bigint as cents
    from (select difference_count, day from books_checks where tenant = ${tenant} and checked_at is not null
      order by checked_at desc, check_id desc limit 1) last
    where difference_count > 0`,
  'waiting-month': (tenant) => sql`${undated('told_at')} from books_month_waits waits
    where tenant = ${tenant} and missing <> '[]'
      and not exists (select from books_months closed where closed.tenant = ${tenant} and closed.month >= waits.month)`,
  // The platform's operators retry those of all tenants.
  'dead-jobs': (tenant) => sql`${undated('created_on')} from pgboss.job
    where ${deadOf(tenant === platformCode ? null : tenant)}`,
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
