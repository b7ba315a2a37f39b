import type { EventCount } from './store.ts'
import type { GoalJob } from './goal-job.ts'

/** A tenant's unwritten events. */
export type Waiting = {
  counts: Map<string, EventCount>
  jobs: { id: string; job: GoalJob }[]
}

/** New attributions per tenant and day; URLs can name any, and each is a permanent row. Here of this process, when they are written of all. */
export const mostWays = 300
// Maximum per visitor; a house shares one address.
const mostOfVisitor = 20
// Limit of waiting jobs while the database is down; sums take no room.
const mostJobs = 10_000

export type EventBuffer = ReturnType<typeof makeEventBuffer>

type NewWays = { ways: Set<string>; byVisitor: Map<string, number> }

export const wayKey = ({ channel, campaign }: Pick<EventCount, 'channel' | 'campaign'>) =>
  `${channel}|${campaign}`

/**
 * Buffers events between writes. Attributions of earlier days are always kept, new ones up to `mostWays`; beyond, events count
 * without campaign, so sums stay exact.
 */
export function makeEventBuffer() {
  let waiting = new Map<string, Waiting>()
  let fresh = { day: '', of: new Map<string, NewWays>() }
  const earlier = new Map<string, { day: string; ways: Set<string> }>()

  const of = (tenant: string): Waiting => {
    const found = waiting.get(tenant) ?? { counts: new Map(), jobs: [] }
    waiting.set(tenant, found)
    return found
  }
  const isEarlier = (tenant: string, count: Pick<EventCount, 'channel' | 'campaign'>) =>
    count.campaign === '' || earlier.get(tenant)?.ways.has(wayKey(count)) === true
  const isToldApart = (tenant: string, count: EventCount, visitor: string | undefined) => {
    const way = wayKey(count)
    if (isEarlier(tenant, count)) return true
    if (fresh.day !== count.day) fresh = { day: count.day, of: new Map() }
    const { ways, byVisitor } = fresh.of.get(tenant) ?? { ways: new Set(), byVisitor: new Map() }
    fresh.of.set(tenant, { ways, byVisitor })
    if (ways.has(way)) return true
    const brought = visitor === undefined ? 0 : (byVisitor.get(visitor) ?? 0)
    if (ways.size >= mostWays || brought >= mostOfVisitor) return false
    ways.add(way)
    if (visitor !== undefined) byVisitor.set(visitor, brought + 1)
    return true
  }
  const add = (tenant: string, count: EventCount) => {
    const { counts } = of(tenant)
    const key = [count.day, count.event, count.page, count.channel, count.campaign].join('|')
    const before = counts.get(key)
    if (!before) counts.set(key, { ...count })
    else {
      before.hits += count.hits
      before.entries += count.entries
    }
  }

  return {
    /** Whether no limit of new attributions holds for it. */
    isEarlier,
    /** @param visitor keyed hash, so that nobody uses up a day's new attributions; dropped with the day */
    count(tenant: string, count: EventCount, visitor?: string) {
      add(tenant, isToldApart(tenant, count, visitor) ? count : { ...count, campaign: '' })
    },
    /** Whether the earlier attributions are not loaded yet; the previous day's apply until then. */
    lacksEarlier: (tenant: string, day: string) => earlier.get(tenant)?.day !== day,
    learnEarlier(tenant: string, day: string, ways: Pick<EventCount, 'channel' | 'campaign'>[]) {
      earlier.set(tenant, { day, ways: new Set(ways.map(wayKey)) })
    },
    queue(tenant: string, id: string, job: GoalJob) {
      const { jobs } = of(tenant)
      if (jobs.length < mostJobs) jobs.push({ id, job })
    },
    isEmpty: () => waiting.size === 0,
    /** Takes everything out. */
    take() {
      const taken = waiting
      waiting = new Map()
      return taken
    },
    /** Returns what could not be written. */
    giveBack(tenant: string, { counts, jobs }: Waiting) {
      for (const count of counts.values()) add(tenant, count)
      of(tenant).jobs.unshift(...jobs)
    },
  }
}
