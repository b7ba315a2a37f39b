import { isDatabaseAway } from './answer-error.ts'
import { retryConflict } from './db/retry-conflict.ts'

/** Small enough that those who want one of a set's rows, or the tenant's audit log, wait but a moment. */
export const perSet = 100

/**
 * Works items off in sets, in their order. `work`: one transaction; it returns those of its items that it left for the next, fewer than it got. A
 * set that fails is repeated item by item, so that only those are `failed` which fail by themselves. Throws if the database is away.
 */
export async function runInSets<T>(
  items: readonly T[],
  {
    work,
    failed,
    sizeOf = () => perSet,
  }: {
    work: (some: readonly T[]) => Promise<readonly T[] | void>
    failed: (item: T, error: unknown) => void
    sizeOf?: (left: readonly T[]) => number
  },
): Promise<void> {
  for (let left = items; left.length > 0;) {
    const size = sizeOf(left)
    const [some, after] = [left.slice(0, size), left.slice(size)]
    try {
      // Several rows are locked at once: others may lock them in another order.
      const rest = (await retryConflict(() => work(some))) ?? []
      if (rest.length >= some.length) throw new Error('A set leaves all of its items')
      left = [...rest, ...after]
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      left = after
      for (const item of some) {
        try {
          if (some.length === 1) throw error
          await retryConflict(() => work([item]))
        } catch (own) {
          if (isDatabaseAway(own)) throw own
          failed(item, own)
        }
      }
    }
  }
}

/**
 * Lists what is due and works it off in sets, until nothing is left but what failed or is held by somebody else; returns the number. If one
 * fails the others go on; the first error is thrown. `take`: one transaction; it returns those that it took, which are due no more.
 */
export async function takeInSets({
  list,
  take,
  atOnce,
}: {
  list: (limit: number) => Promise<readonly string[]>
  take: (some: readonly string[]) => Promise<readonly string[]>
  atOnce: number
}): Promise<number> {
  const passed = new Set<string>() // failed, or held by somebody else
  const errors: unknown[] = []
  for (let total = 0; ;) {
    const ids = (await list(atOnce + passed.size)).filter((id) => !passed.has(id))
    for (const id of ids) passed.add(id)
    await runInSets(ids, {
      work: async (some) => {
        const taken = await take(some)
        total += taken.length
        for (const id of taken) passed.delete(id)
      },
      failed: (_, error) => errors.push(error),
    })
    if (ids.length >= atOnce) continue
    if (errors.length > 0) throw errors[0]
    return total
  }
}
