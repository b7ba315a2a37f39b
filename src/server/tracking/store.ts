import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

export type EventCount = {
  day: string // of Europe/Berlin
  event: string
  page: string // '' for what is no page
  channel: string
  campaign: string // '' for none
  hits: number
  entries: number
}

/**
 * Adds to the sums. One statement, its rows in one order in every process, so that two that add to the same rows wait for each other
 * and never in a circle.
 */
export async function addCounts(tx: Tx, tenant: string, counts: EventCount[]): Promise<void> {
  const of = <K extends keyof EventCount>(key: K) => counts.map((count) => count[key])
  await sql`
    insert into event_counts (tenant, day, event, page, channel, campaign, hits, entries)
    select ${tenant}, day, event, page, channel, campaign, hits, entries
    from unnest(${of('day')}::date[], ${of('event')}::text[], ${of('page')}::text[], ${of('channel')}::text[],
      ${of('campaign')}::text[], ${of('hits')}::bigint[], ${of('entries')}::bigint[])
      as seen (day, event, page, channel, campaign, hits, entries)
    order by day, event, page, channel, campaign
    on conflict (tenant, day, event, page, channel, campaign)
      do update set hits = event_counts.hits + excluded.hits, entries = event_counts.entries + excluded.entries`.execute(
    tx,
  )
}
