import { sql } from 'kysely'
import { instantsOf, type Counted, type StatisticsPeriod } from '../../domain/statistics.ts'
import type { Tx } from '../db/connection.ts'

/**
 * Everything that is counted of an agency in a period, or of one of its people, by month, employee and channel: all tables of the
 * statistics are sums of these rows, so they never disagree. Days and months are those of Berlin. What a merely reported contract is
 * worth nobody knows, so it is no order yet; goodwill is no agency's. Entries that were merged into another are that other one. These are
 * the rows of the agency's lists, by their days; the lists' sums know no channel, so the figures come from the tables themselves.
 * Days are grouped first, because writing a month costs more than all the rest of a row.
 */
export async function countStatistics(
  tx: Tx,
  tenant: string,
  { agencyId, userId }: { agencyId: string; userId: string | null },
  period: StatisticsPeriod,
): Promise<Counted[]> {
  const { start, end } = instantsOf(period)
  const onDay = (column: string) =>
    sql`${sql.ref(column)} between ${period.from.toString()}::date and ${period.to.toString()}::date`
  const within = (column: string) =>
    sql`${sql.ref(column)} >= ${start.toString()}::timestamptz and ${sql.ref(column)} < ${end.toString()}::timestamptz`
  const monthOfDay = (column: string) => sql`to_char(${sql.ref(column)}, 'YYYY-MM')`
  const monthOf = (column: string) =>
    sql`to_char(${sql.ref(column)} at time zone 'Europe/Berlin', 'YYYY-MM')`
  const isOf = (column: string) =>
    userId === null ? sql`true` : sql`${sql.ref(column)} = ${userId}::uuid`
  const { rows } = await sql<Counted>`
    with own as (
      select number, agency_user_id as user_id, created_on from referrals
      where tenant = ${tenant} and agency_id = ${agencyId} and ${isOf('agency_user_id')}
    )
    select 'invited' as figure, ${monthOf('created_at')} as month, user_id as "userId", null as channel, count(*) as count
      from invitations
      where tenant = ${tenant} and agency_id = ${agencyId} and ${isOf('user_id')} and ${within('created_at')}
      group by 2, 3
    union all
    select 'registered', ${monthOf('created_at')}, agency_user_id, null, count(*)
      from accounts
      where tenant = ${tenant} and agency_id = ${agencyId} and ${isOf('agency_user_id')} and ${within('created_at')}
        and confirmed_at is not null and deleted_at is null
      group by 2, 3
    union all
    select 'referrals', ${monthOfDay('created_on')}, user_id, null, count(*)
      from own where ${onDay('created_on')}
      group by 2, 3
    union all
    select 'accepted', ${monthOfDay('day')}, user_id, channel, sum(count)::bigint
      from (
        select recipients.created_on as day, own.user_id, recipients.channel, count(*) as count
        from own join recipients on recipients.tenant = ${tenant} and recipients.referral_number = own.number
        where recipients.merged_into is null and ${onDay('recipients.created_on')}
        group by 1, 2, 3) days
      group by 2, 3, 4
    union all
    select figures.figure, ordered.month, ordered.user_id, ordered.channel, figures.count
      from (
        select ${monthOfDay('day')} as month, user_id, channel,
          coalesce(sum(count) filter (where state in ('confirmed', 'released')), 0)::bigint as orders,
          coalesce(sum(count) filter (where state = 'released'), 0)::bigint as released,
          coalesce(sum(count) filter (where state = 'cancelled'), 0)::bigint as cancelled
        from (
          select orders.contract_on as day, own.user_id, orders.channel, orders.state, count(*) as count
          from own join orders on orders.tenant = ${tenant} and orders.referral_number = own.number
          where orders.state in ('confirmed', 'released', 'cancelled') and ${onDay('orders.contract_on')}
          group by 1, 2, 3, 4) days
        group by 1, 2, 3) ordered
      cross join lateral (values ('orders', orders), ('releasedOrders', released), ('cancelledOrders', cancelled))
        as figures (figure, count)
    union all
    select figures.figure, rewarded.month, rewarded.user_id, rewarded.channel, figures.count
      from (
        select ${monthOf('rewards.created_at')} as month, own.user_id, orders.channel, count(*) as rewards, sum(rewards.cents)::bigint as cents,
          count(*) filter (where ended.yes) as ended, coalesce(sum(rewards.cents) filter (where ended.yes), 0)::bigint as ended_cents
        from own join rewards on rewards.tenant = ${tenant} and rewards.referral_number = own.number
          join orders on orders.tenant = ${tenant} and orders.number = rewards.order_number
          cross join lateral (select rewards.state in ('cancelled', 'expired') or rewards.claimed_back_at is not null as yes) ended
        where ${within('rewards.created_at')}
        group by 1, 2, 3) rewarded
      cross join lateral (values ('rewards', rewards), ('rewardCents', cents), ('endedRewards', ended), ('endedCents', ended_cents))
        as figures (figure, count)`.execute(tx)
  return rows
}
