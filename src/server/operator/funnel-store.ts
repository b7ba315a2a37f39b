import { sql } from 'kysely'
import type { FunnelStep } from '../../domain/funnel.ts'
import type { Tx } from '../db/connection.ts'

/** Local days, inclusive, and their instants; null: unbounded. */
export type Period = {
  from: { day: string; at: string } | null
  to: { day: string; at: string } | null
}

/** The last day whose rows are counted (tracking/funnel-days-store.ts). */
export async function readFunnelClosed(tx: Tx, tenant: string): Promise<string | null> {
  const row = await tx
    .selectFrom('funnel_closed')
    .select('day')
    .where('tenant', '=', tenant)
    .executeTakeFirst()
  return row ? String(row.day) : null
}

/**
 * Counts each step in its period, by channel or campaign: steps with millions of rows from the sums of days, and from the rows since (`open`);
 * what may be cancelled later from its rows. Merged entries count once; cancelled ones never; goodwill has no attribution.
 */
export async function countFunnel(
  tx: Tx,
  tenant: string,
  by: 'channel' | 'campaign',
  { from, to }: Period,
  open: Period['from'],
): Promise<{ way: string; step: FunnelStep; count: number }[]> {
  const first = from?.day ?? '-infinity'
  const last = to?.day ?? 'infinity'
  const start = from?.at ?? '-infinity'
  const end = to?.at ?? 'infinity'
  const way = (table: string) =>
    by === 'channel'
      ? sql.ref(`${table}.channel`)
      : sql`coalesce(${sql.ref(`${table}.campaign`)}, '')`
  const openDay = open && open.day > first ? open.day : first
  const openStart = open && open.day > first ? open.at : start
  const sinceDay = (column: string) =>
    sql`${sql.ref(column)} between ${openDay}::date and ${last}::date`
  const since = (column: string) =>
    sql`${sql.ref(column)} >= ${openStart}::timestamptz and ${sql.ref(column)} < ${end}::timestamptz`
  const onDay = (column: string) => sql`${sql.ref(column)} between ${first}::date and ${last}::date`
  const within = (column: string) =>
    sql`${sql.ref(column)} >= ${start}::timestamptz and ${sql.ref(column)} < ${end}::timestamptz`
  const { rows } = await sql<{ way: string; step: FunnelStep; count: number }>`
    select way, step, sum(count)::bigint as count from (
      select ${way('event_counts')} as way, 'visits' as step, sum(entries)::bigint as count
        from event_counts where tenant = ${tenant} and ${onDay('event_counts.day')} group by 1
      union all
      select ${way('event_counts')}, 'shared', sum(hits)::bigint
        from event_counts where tenant = ${tenant} and ${onDay('event_counts.day')}
          and event in ('shared-by-mail', 'shared-by-message', 'shared-in-network', 'shared-by-link', 'card-printed') group by 1
      union all
      select ${way('funnel_days')}, step, sum(many)::bigint
        from funnel_days where tenant = ${tenant} and ${onDay('funnel_days.day')} and day < ${open?.day ?? '-infinity'}::date group by 1, 2
      union all
      select ${way('referrals')}, 'referrals', count(*)
        from referrals where tenant = ${tenant} and ${sinceDay('referrals.created_on')} group by 1
      union all
      select ${way('clicks')}, 'clicks', count(*)
        from clicks where tenant = ${tenant} and ${since('clicks.at')} group by 1
      union all
      select ${way('recipients')}, 'accepted', count(*)
        from recipients where tenant = ${tenant} and merged_into is null and ${sinceDay('recipients.created_on')} group by 1
      union all
      select ${way('recipients')}, 'confirmed', count(*)
        from recipients where tenant = ${tenant} and merged_into is null and ${since('recipients.confirmed_at')} group by 1
      union all
      select ${way('orders')}, 'orders', count(*)
        from orders where tenant = ${tenant} and state in ('confirmed', 'released') and ${within('orders.confirmed_at')} group by 1
      union all
      select ${way('orders')}, 'released', count(*)
        from orders where tenant = ${tenant} and state = 'released' and ${within('orders.released_at')} group by 1
      union all
      select ${way('orders')}, 'collected', count(*)
        from rewards join orders on orders.tenant = ${tenant} and orders.number = rewards.order_number
        where rewards.tenant = ${tenant} and rewards.state in ('collected', 'paid') and ${within('rewards.collected_at')} group by 1
      union all
      select ${way('orders')}, 'paid', count(*)
        from rewards join orders on orders.tenant = ${tenant} and orders.number = rewards.order_number
        where rewards.tenant = ${tenant} and rewards.state = 'paid' and ${within('rewards.paid_at')} group by 1
    ) as steps group by 1, 2 having sum(count) > 0`.execute(tx)
  return rows
}
