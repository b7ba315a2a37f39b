import type { EventCount } from './store.ts'
import type { GoalJob } from './goal-job.ts'

/** What one tenant's visitors did since it was last written. */
export type Waiting = {
  counts: Map<string, EventCount>
  jobs: { id: string; job: GoalJob }[]
}

/** Ways that a process tells apart, for each tenant and day; addresses can name any, and each is a row for good. */
const mostWays = 300
// While the database is away, jobs wait here up to this many; sums go on, they take no room.
const mostJobs = 10_000

export type EventBuffer = ReturnType<typeof makeEventBuffer>

/** Events between two writes, in memory. Everything beyond `mostWays` is counted without its campaign: nothing is lost of the sums. */
export function makeEventBuffer() {
  let waiting = new Map<string, Waiting>()
  let known = { day: '', ways: new Map<string, Set<string>>() }

  const of = (tenant: string): Waiting => {
    const found = waiting.get(tenant) ?? { counts: new Map(), jobs: [] }
    waiting.set(tenant, found)
    return found
  }
  const isKnown = (tenant: string, { day, channel, campaign }: EventCount) => {
    if (campaign === '') return true
    if (known.day !== day) known = { day, ways: new Map() }
    const ways = known.ways.get(tenant) ?? new Set()
    known.ways.set(tenant, ways)
    const way = `${channel}|${campaign}`
    if (!ways.has(way) && ways.size < mostWays) ways.add(way)
    return ways.has(way)
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
    count(tenant: string, count: EventCount) {
      add(tenant, isKnown(tenant, count) ? count : { ...count, campaign: '' })
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
    /** Puts back what could not be written. */
    giveBack(tenant: string, { counts, jobs }: Waiting) {
      for (const count of counts.values()) add(tenant, count)
      of(tenant).jobs.unshift(...jobs)
    },
  }
}
