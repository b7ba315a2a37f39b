// Limits that are counted in memory hold for all web processes of a server: each tells the others what it counted, many together.

export type Counts = [name: string, visitor: string, many: number][]

const togetherMs = 50

const adders = new Map<string, (visitor: string, many: number) => void>()
let send: ((counts: Counts) => void) | null = null
let waiting = new Map<string, Map<string, number>>()

/** From now on others are told, until what it returns is called. */
export function shareCounts(tellOthers: (counts: Counts) => void): () => void {
  send = tellOthers
  return () => (send = null)
}

/** Where counts of others go, of the newest limit of that name. */
export function takeCounts(name: string, add: (visitor: string, many: number) => void): void {
  adders.set(name, add)
}

export function hearCounts(counts: Counts): void {
  for (const [name, visitor, many] of counts) adders.get(name)?.(visitor, many)
}

export function tellCount(name: string, visitor: string): void {
  if (!send) return
  if (waiting.size === 0) setTimeout(flush, togetherMs).unref()
  const mine = waiting.get(name) ?? new Map<string, number>()
  waiting.set(name, mine.set(visitor, (mine.get(visitor) ?? 0) + 1))
}

function flush(): void {
  const told = waiting
  waiting = new Map()
  send?.(
    [...told].flatMap(([name, counts]) => [...counts].map(([v, n]): Counts[0] => [name, v, n])),
  )
}
