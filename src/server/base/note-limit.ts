import type { Database, Tx } from '../db/connection.ts'
import { withTenant } from '../db/connection.ts'
import type { Clock } from './clock.ts'
import { countHit, sumHits } from './limit-store.ts'
import { hour } from './limits.ts'

type Deps = { db: Database; clock: Clock }
type Noted = { counts: Map<string, Map<string, number>>; timer: NodeJS.Timeout | null }

const noted = new WeakMap<object, Noted>()
const begin = 'refused|'
const everyMs = 1_000

/**
 * Counts a call that a limit refused, for operators. In memory for a second: who is refused a thousand times writes once. A killed process
 * loses that second.
 */
export function noteLimit(deps: Deps, tenant: string, call: string): void {
  const mine = noted.get(deps.db) ?? { counts: new Map(), timer: null }
  noted.set(deps.db, mine)
  const calls = mine.counts.get(tenant) ?? new Map<string, number>()
  mine.counts.set(tenant, calls.set(call, (calls.get(call) ?? 0) + 1))
  mine.timer ??= setTimeout(() => {
    mine.timer = null
    flushLimits(deps).catch(() => undefined)
  }, everyMs).unref()
}

/** Writes what is counted. */
export async function flushLimits(deps: Deps): Promise<void> {
  const mine = noted.get(deps.db)
  if (!mine) return
  const counts = [...mine.counts]
  mine.counts.clear()
  for (const [tenant, calls] of counts)
    await withTenant(deps.db, tenant, async (tx) => {
      for (const [call, many] of calls)
        await countHit(tx, tenant, begin + call, deps.clock.realNow(), hour, many)
    })
}

/** How often calls were refused since then, the most first. */
export const listNoted = (tx: Tx, tenant: string, since: Temporal.Instant) =>
  sumHits(tx, tenant, begin, since)
