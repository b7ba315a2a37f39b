import { sql, type RawBuilder } from 'kysely'
import type { FunnelStep } from '../../domain/funnel.ts'
import { keepsPlan, type Tx } from '../db/connection.ts'

// Days of the funnel that are over are counted once, so that it costs days and not rows. An acceptance is counted as it was then: entries
// that nobody confirmed are deleted later, and would take their rate with them.

type Day = { tenant: string; after: string; to: string }

/** What a step's rows of some days count. */
const counts: Partial<Record<FunnelStep, (day: Day) => RawBuilder<unknown>>> = {
  referrals: ({ tenant, after, to }) => sql`
    select tenant, created_on, 'referrals', channel, coalesce(campaign, ''), count(*) from referrals
    where tenant = ${tenant} and created_on > ${after}::date and created_on <= ${to}::date group by 1, 2, 4, 5`,
  clicks: (day) => sql`
    select tenant, (at at time zone 'Europe/Berlin')::date, 'clicks', channel, coalesce(campaign, ''), count(*) from clicks
    where tenant = ${day.tenant} and ${within('at', day)} group by 1, 2, 4, 5`,
  accepted: ({ tenant, after, to }) => sql`
    select tenant, created_on, 'accepted', channel, coalesce(campaign, ''), count(*) from recipients
    where tenant = ${tenant} and merged_into is null and created_on > ${after}::date and created_on <= ${to}::date group by 1, 2, 4, 5`,
  confirmed: (day) => sql`
    select tenant, (confirmed_at at time zone 'Europe/Berlin')::date, 'confirmed', channel, coalesce(campaign, ''), count(*) from recipients
    where tenant = ${day.tenant} and merged_into is null and ${within('confirmed_at', day)} group by 1, 2, 4, 5`,
}

/** The days in instants, as an index needs them. */
const within = (column: string, { after, to }: Day) => sql`
  ${sql.ref(column)} >= ((${after}::date + 1)::timestamp at time zone 'Europe/Berlin')
  and ${sql.ref(column)} < ((${to}::date + 1)::timestamp at time zone 'Europe/Berlin')`

/** Whether days up to this one wait to be counted. */
export const toCloseFunnel = (tenant: string, day: Temporal.PlainDate): RawBuilder<unknown> => sql`
  select 1 from tenants where tenant = ${tenant} and not exists (
    select 1 from funnel_closed where tenant = ${tenant} and day >= ${day.toString()}::date)`

/** Counts the days up to this one that were not yet. */
export async function closeFunnel(tx: Tx, tenant: string, day: Temporal.PlainDate): Promise<void> {
  const to = day.toString()
  const closed = await tx
    .selectFrom('funnel_closed')
    .select(sql<string>`day`.as('day'))
    .where('tenant', '=', tenant)
    .executeTakeFirst()
  if (closed && closed.day >= to) return
  // Its row is held: nobody counts the same days beside.
  const { rows } = await sql<{ day: string }>`
    insert into funnel_closed as closed (tenant, day) values (${tenant}, '0001-01-01')
    on conflict (tenant) do update set day = closed.day returning day`.execute(tx)
  const after = rows[0]!.day
  if (after >= to) return
  for (const count of Object.values(counts))
    await sql`
      insert into funnel_days (tenant, day, step, channel, campaign, many) ${count({ tenant, after, to })}`.execute(
      tx,
    )
  await sql`update funnel_closed set day = ${to}::date where tenant = ${tenant}`.execute(tx)
}

/** Has all days counted anew: rows of the past came in. */
export async function reopenFunnel(tx: Tx, tenant: string): Promise<void> {
  await sql`delete from funnel_days where tenant = ${tenant}`.execute(tx)
  await sql`update funnel_closed set day = '0001-01-01' where tenant = ${tenant}`.execute(tx)
}

/** Merges campaign sums before a day into those without campaign. */
export async function foldFunnelCampaigns(tx: Tx, tenant: string, before: string): Promise<void> {
  const { rows } = await sql<{ day: string; step: string; channel: string; many: number }>`
    delete ${keepsPlan} from funnel_days where tenant = ${tenant} and day < ${before}::date and campaign <> ''
    returning day, step, channel, many`.execute(tx)
  const sums = Map.groupBy(rows, ({ day, step, channel }) => JSON.stringify([day, step, channel]))
  const values = [...sums.values()].map(([one, ...more]) => {
    const many = more.reduce((sum, next) => sum + next.many, one!.many)
    return sql`(${tenant}, ${one!.day}::date, ${one!.step}, ${one!.channel}, '', ${many})`
  })
  for (let from = 0; from < values.length; from += 5_000)
    await sql`
      insert into funnel_days (tenant, day, step, channel, campaign, many)
      values ${sql.join(values.slice(from, from + 5_000))}
      on conflict (tenant, day, step, channel, campaign) do update set many = funnel_days.many + excluded.many`.execute(
      tx,
    )
}
