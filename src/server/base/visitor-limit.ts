/**
 * Counts what visitors do, by their keyed hash, in this process alone: up to `most` in a window that is the same for all. Where it must hold
 * over all processes, or after a restart, the counts of base/limit-store.ts do. Of more than 20,000 visitors the first are forgotten.
 *
 * @param now milliseconds that only grow
 */
export function makeVisitorLimit(
  limits: { most: number; windowMs: number },
  now: () => number = () => performance.now(),
) {
  const mostVisitors = 20_000
  let counts = new Map<string, number>()
  let endsAt = 0

  const countOf = (visitor: string) => {
    if (now() >= endsAt) {
      counts = new Map()
      endsAt = now() + limits.windowMs
    }
    return counts.get(visitor) ?? 0
  }
  return {
    isReached: (visitor: string) => countOf(visitor) >= limits.most,
    /** Counts one, or answers false where the limit is reached. */
    count(visitor: string): boolean {
      const before = countOf(visitor)
      if (before >= limits.most) return false
      counts.set(visitor, before + 1)
      if (counts.size > mostVisitors)
        for (const first of counts.keys()) {
          counts.delete(first)
          break
        }
      return true
    },
  }
}
