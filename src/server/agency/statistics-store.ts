import { sql } from 'kysely'
import { cutMonths } from '../../domain/cut-months.ts'
import {
  instantsOf,
  type Counted,
  type Figure,
  type StatisticsPeriod,
} from '../../domain/statistics.ts'
import type { ReportKind } from '../reports/rows-store.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'

type Tallied = {
  kind: ReportKind
  tally: string
  month: string
  employee: string
  channel: string
  count: number
  cents: number
}

const counted: Partial<Record<ReportKind, Record<string, Figure[]>>> = {
  recommenders: { registered: ['registered'] },
  referrals: { referral: ['referrals'] },
  leads: { accepted: ['accepted'] },
  orders: {
    confirmed: ['orders'],
    released: ['orders', 'releasedOrders'],
    cancelled: ['cancelledOrders'],
    refused: ['refusedOrders'],
  },
  rewards: {
    standing: ['rewards', 'rewardCents'],
    ended: ['rewards', 'rewardCents', 'endedRewards', 'endedCents'],
  },
}

/**
 * All counts of an agency or user in a period, by month, employee and channel; all statistics are sums of these rows, so they
 * agree. Days are Berlin's. The rows are those of the lists (reports/rows-store.ts); their view defines counts and channel.
 */
export async function countStatistics(
  tx: Tx,
  tenant: string,
  whose: { agencyId: string; userId: string | null },
  period: StatisticsPeriod,
): Promise<Counted[]> {
  const [invited, tallied] = await together([
    () => countInvited(tx, tenant, whose, period),
    () => countRows(tx, tenant, whose, period),
  ])
  return [
    ...invited,
    ...tallied.flatMap(({ kind, tally, month, employee, channel, count, cents }) =>
      (counted[kind]?.[tally] ?? []).map((figure) => ({
        figure,
        month,
        userId: employee || null,
        channel: kind === 'recommenders' || kind === 'referrals' ? null : channel,
        count: figure === 'rewardCents' || figure === 'endedCents' ? cents : count,
      })),
    ),
  ]
}

async function countInvited(
  tx: Tx,
  tenant: string,
  { agencyId, userId }: { agencyId: string; userId: string | null },
  period: StatisticsPeriod,
): Promise<Counted[]> {
  const { start, end } = instantsOf(period)
  const { rows } = await sql<Counted>`
    select 'invited' as figure, to_char(created_at at time zone 'Europe/Berlin', 'YYYY-MM') as month, user_id as "userId",
      null as channel, count(*) as count
    from invitations
    where tenant = ${tenant} and agency_id = ${agencyId} and ${userId === null ? sql`true` : sql`user_id = ${userId}`}
      and created_at >= ${start.toString()}::timestamptz and created_at < ${end.toString()}::timestamptz
    group by 2, 3`.execute(tx)
  return rows
}

/** In large lists, whole months come from sums and partial ones are counted; in others every row is. In one snapshot. */
async function countRows(
  tx: Tx,
  tenant: string,
  { agencyId, userId }: { agencyId: string; userId: string | null },
  period: StatisticsPeriod,
): Promise<Tallied[]> {
  const all = { from: period.from.toString(), to: period.to.toString() }
  const { whole, edges } = cutMonths(all)
  const own = sql`tenant = ${tenant} and agency_id = ${agencyId}::uuid`
  const isOf = userId === null ? sql`true` : sql`employee = ${userId}`
  const spans = [{ ...all, isLarge: false }, ...edges.map((edge) => ({ ...edge, isLarge: true }))]
  const summed = whole
    ? sql`
      select kind, state as tally, left(bucket, 7) as month, employee, substr(bucket, 9) as channel, count, cents
      from report_counts
      where ${own} and kind = any (array(select kind from lists where is_large)) and axis = 'tally.es' and ${isOf}
        and bucket >= ${whole.from.slice(0, 7)} and bucket < ${`${whole.to.slice(0, 7)}~`}
      union all
      select kind, tally, to_char(day, 'YYYY-MM'), employee, channel, count, count * amount
      from report_deltas
      where ${own} and kind = any (array(select kind from lists where is_large)) and ${isOf}
        and day between ${whole.from} and ${whole.to}
      union all`
    : sql``
  const { rows } = await sql<Tallied>`
    with lists as (
      select kind, exists (
          select from report_lists l where ${own} and l.kind = kinds.kind collate "C" and l.summed) as is_large
      from unnest(${Object.keys(counted)}::text[]) as kinds (kind)
    ), cells as (
      ${summed}
      select lists.kind, tally, to_char(day, 'YYYY-MM'), employee, channel, count, cents
      from lists
        join unnest(${spans.map(({ from }) => from)}::date[], ${spans.map(({ to }) => to)}::date[], ${spans.map(({ isLarge }) => isLarge)}::boolean[])
          as spans (since, until, is_large) on spans.is_large = lists.is_large
        cross join lateral (
          -- Writing a month costs more than all the rest of a row.
          select day, tally, employee, channel, count(*) as count, sum(cents)::bigint as cents from report_rows
          where ${own} and report_rows.kind = lists.kind collate "C" and day between since and until and ${isOf}
          group by 1, 2, 3, 4) as days
    )
    select kind, tally, month, employee, channel, sum(count)::bigint as count, sum(cents)::bigint as cents
    from cells as cells (kind, tally, month, employee, channel, count, cents)
    where tally <> '' group by 1, 2, 3, 4, 5 having sum(count) <> 0`.execute(tx)
  return rows
}
