import { takeCounts, tellCount } from './shared-counts.ts'

export const mostVisitors = 20_000

/**
 * Counts visitors' actions by keyed hash in memory: up to `most` per shared window, in the web processes of a server together
 * (by `name`, within a moment). For limits across servers or restarts, see base/limit-store.ts, whose windows begin at the same
 * times. Beyond 20,000 visitors the oldest are dropped. @param now monotonic milliseconds
 */
export function makeVisitorLimit(
  limits: { name: string; most: number; windowMs: number },
  now: () => number = () => performance.now(),
) {
  let counts = new Map<string, number>()
  let endsAt = 0
  let isFull = false

  const countOf = (visitor: string) => {
    if (now() >= endsAt) {
      counts = new Map()
      isFull = false
      endsAt = now() + limits.windowMs - (now() % limits.windowMs)
    }
    return counts.get(visitor) ?? 0
  }
  const set = (visitor: string, many: number) => {
    counts.set(visitor, many)
    isFull ||= many >= limits.most
    if (counts.size > mostVisitors)
      for (const first of counts.keys()) {
        counts.delete(first)
        break
      }
  }
  takeCounts(limits.name, (visitor, many) =>
    set(visitor, Math.min(limits.most, countOf(visitor) + many)),
  )
  return {
    isReached: (visitor: string) => countOf(visitor) >= limits.most,
    /** Whether it is, for any visitor of this window. */
    isAnyReached: () => isFull && now() < endsAt,
    /** Until the window ends. */
    secondsLeft: () => Math.max(1, Math.ceil((endsAt - now()) / 1000)),
    /** Counts one; false at the limit. */
    count(visitor: string): boolean {
      const before = countOf(visitor)
      if (before >= limits.most) return false
      set(visitor, before + 1)
      tellCount(limits.name, visitor)
      return true
    },
  }
}
