import type { Tx } from '../db/connection.ts'
import { mostWays, wayKey, type EventBuffer } from './event-buffer.ts'
import { lockWays, type EventCount } from './store.ts'

/**
 * Counts without the campaigns that are too many new ones for their day, whichever process counted the others. In the transaction that
 * writes them.
 */
export async function capCampaigns(
  tx: Tx,
  tenant: string,
  counts: readonly EventCount[],
  buffer: Pick<EventBuffer, 'isEarlier'>,
): Promise<EventCount[]> {
  const isNew = (count: EventCount) => !buffer.isEarlier(tenant, count)
  const sums = new Map<string, EventCount>()
  for (const [day, ofDay] of Map.groupBy(counts, (count) => count.day)) {
    const ways = new Set(ofDay.some(isNew) ? (await lockWays(tx, tenant, day)).map(wayKey) : [])
    for (const count of ofDay) {
      const way = wayKey(count)
      const isKept = !isNew(count) || ways.has(way) || ways.size < mostWays
      if (isKept && isNew(count)) ways.add(way)
      add(sums, isKept ? count : { ...count, campaign: '' })
    }
  }
  return [...sums.values()]
}

function add(sums: Map<string, EventCount>, count: EventCount): void {
  const key = [count.day, count.event, count.page, count.channel, count.campaign].join('|')
  const before = sums.get(key)
  if (!before) return void sums.set(key, { ...count })
  before.hits += count.hits
  before.entries += count.entries
}
