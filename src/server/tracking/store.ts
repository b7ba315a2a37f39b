import { sql } from 'kysely'
import { countHit } from '../base/limit-store.ts'
import { day as daySeconds } from '../base/limits.ts'
import type { Tx } from '../db/connection.ts'

export type EventCount = {
  day: string // of Europe/Berlin
  event: string
  page: string // '' if not a page
  channel: string
  campaign: string // '' for none
  hits: number
  entries: number
}

/** Attributions of the previous 30 days: at most 300, those seen on most days first, which cannot be forged in an afternoon. */
export async function readEarlierWays(
  tx: Tx,
  tenant: string,
  day: string,
): Promise<Pick<EventCount, 'channel' | 'campaign'>[]> {
  const { rows } = await sql<Pick<EventCount, 'channel' | 'campaign'>>`
    select channel, campaign from event_counts
    where tenant = ${tenant} and day >= ${day}::date - 30 and day < ${day}::date and campaign <> ''
    group by channel, campaign
    order by count(distinct day) desc, sum(hits) desc, channel, campaign limit 300`.execute(tx)
  return rows
}

/** The attributions that a day has already. Locked until the commit, so that all processes together keep to a limit. */
export async function lockWays(
  tx: Tx,
  tenant: string,
  day: string,
): Promise<Pick<EventCount, 'channel' | 'campaign'>[]> {
  // One row for each day, whatever the hour.
  const noon = Temporal.Instant.from(`${day}T12:00:00Z`)
  await countHit(tx, tenant, 'new-campaigns', noon, daySeconds)
  const { rows } = await sql<Pick<EventCount, 'channel' | 'campaign'>>`
    select distinct channel, campaign from event_counts
    where tenant = ${tenant} and day = ${day}::date and campaign <> ''`.execute(tx)
  return rows
}

/** Adds to the sums. One statement with sorted rows, so that parallel writes cannot deadlock. */
export async function addCounts(tx: Tx, tenant: string, counts: EventCount[]): Promise<void> {
  const of = <K extends keyof EventCount>(key: K) => counts.map((count) => count[key])
  await sql`
    insert into event_counts (tenant, day, event, page, channel, campaign, hits, entries)
    select tenants.tenant, day, event, page, channel, campaign, hits, entries
    from tenants, unnest(${of('day')}::date[], ${of('event')}::text[], ${of('page')}::text[], ${of('channel')}::text[],
      ${of('campaign')}::text[], ${of('hits')}::bigint[], ${of('entries')}::bigint[])
      as seen (day, event, page, channel, campaign, hits, entries)
    where tenants.tenant = ${tenant}
    order by day, event, page, channel, campaign
    on conflict (tenant, day, event, page, channel, campaign)
      do update set hits = event_counts.hits + excluded.hits, entries = event_counts.entries + excluded.entries`.execute(
    tx,
  )
}

/** Merges campaign sums before a day into those without campaign. */
export async function foldCampaigns(tx: Tx, tenant: string, before: string): Promise<void> {
  const { rows } = await sql<EventCount>`
    delete from event_counts where tenant = ${tenant} and day < ${before}::date and campaign <> ''
    returning day, event, page, channel, '' as campaign, hits, entries`.execute(tx)
  const alike = Map.groupBy(rows, ({ day, event, page, channel }) =>
    JSON.stringify([day, event, page, channel]),
  )
  const folded = [...alike.values()].map((some) => ({
    ...some[0]!,
    hits: some.reduce((sum, { hits }) => sum + hits, 0),
    entries: some.reduce((sum, { entries }) => sum + entries, 0),
  }))
  for (let from = 0; from < folded.length; from += 5_000)
    await addCounts(tx, tenant, folded.slice(from, from + 5_000))
}
