import { sql } from 'kysely'
import { partOf, type Tx } from './connection.ts'

type Run = (tx: Tx, tenant: string, asked: readonly never[]) => Promise<readonly unknown[]>
type Ask = {
  run: Run
  isAlone: boolean
  tenant: string
  asked: unknown
  resolve: (answer: unknown) => void
  reject: (error: unknown) => void
}
type Part = {
  ask: (one: Omit<Ask, 'resolve' | 'reject'>) => Promise<unknown>
  isOnly: () => boolean
}

const parts = new WeakMap<Tx, Part>()

/**
 * What is asked for one is asked by the same statement for all who ask it in step. `run` answers in the order of what is asked, which may repeat
 * itself. `isAlone`: nothing else may use the transaction meanwhile.
 */
export const forMany =
  <A, R>(
    run: (tx: Tx, tenant: string, asked: readonly A[]) => Promise<readonly R[]>,
    { isAlone = false } = {},
  ) =>
  async (tx: Tx, tenant: string, asked: A): Promise<R> => {
    const part = parts.get(tx)
    if (!part || part.isOnly()) return (await run(tx, tenant, [asked]))[0]!
    return (await part.ask({ run: run as Run, isAlone, tenant, asked })) as R
  }

/**
 * Does the same for many in one transaction, side by side: whenever all of them wait, what they ask (forMany) is asked together. Each keeps the
 * order of its own statements. They must not depend on each other: nobody sees another's rows, or all of them, by accident. One that fails leaves
 * what it wrote, so the caller rolls back.
 */
export async function inStep<T, R>(
  tx: Tx,
  items: readonly T[],
  work: (tx: Tx, item: T) => Promise<R>,
  { placeOf }: { placeOf?: (item: T) => number } = {}, // in the log
): Promise<PromiseSettledResult<R>[]> {
  const place = (item: T, at: number) => placeOf?.(item) ?? at
  const queues = items.map((): Ask[] => [])
  let running = 0 // statements
  let isAsking = false
  let isDue = false
  let only: { at: number; end: Promise<void> } | null = null

  const look = () => {
    if (isDue || isAsking || running > 0) return
    isDue = true
    // Whoever was answered goes on first.
    setImmediate(() => {
      isDue = false
      if (!isAsking && running === 0) void askTogether()
    })
  }

  async function askTogether(): Promise<void> {
    const groups = groupsOf(queues)
    if (groups.length === 0) return
    isAsking = true
    const [first] = groups
    if (first!.isAlone) await aloneFor(first!.at, () => answer(tx, first!))
    else await Promise.all(groups.map((group) => answer(tx, group)))
    isAsking = false
    look()
  }

  async function aloneFor(at: number, run: () => Promise<void>): Promise<void> {
    const { promise: end, resolve } = Promise.withResolvers<void>()
    only = { at, end }
    await run()
    only = null
    resolve()
  }

  const freely = <V>(run: () => Promise<V>) => run()
  const shares = items.map((item, at) => {
    const whose = { whole: tx, place: place(item, at) }
    if (items.length === 1) return partOf(tx, { ...whose, during: freely, alone: freely })
    const ask: Part['ask'] = ({ run, isAlone, tenant, asked }) =>
      new Promise((resolve, reject) => {
        queues[at]!.push({ run, isAlone, tenant, asked, resolve, reject })
        look()
      })
    const share = partOf(tx, {
      ...whose,
      during: async (statement) => {
        while (only && only.at !== at) await only.end
        running++
        try {
          return await statement()
        } finally {
          running--
          look()
        }
      },
      alone: async <V>(run: () => Promise<V>): Promise<V> =>
        only?.at === at
          ? run()
          : ((await ask({
              run: async () => [await run()],
              isAlone: true,
              tenant: '',
              asked: null,
            })) as V),
    })
    parts.set(share, { ask, isOnly: () => only?.at === at })
    return share
  })
  return Promise.allSettled(items.map((item, at) => work(shares[at]!, item)))
}

type Group = Pick<Ask, 'run' | 'isAlone' | 'tenant'> & { at: number; asks: Ask[] }

/** What is asked next, in an order that keeps everybody's. What wants to be alone comes by itself. */
function groupsOf(queues: readonly Ask[][]): Group[] {
  const groups: Group[] = []
  for (;;) {
    const heads = queues.flatMap((queue, at) => (queue[0] ? [{ at, ask: queue[0] }] : []))
    const alike = [...Map.groupBy(heads, ({ ask }) => ask.run).values()]
    const most = alike.toSorted((a, b) => b.length - a.length)[0]
    if (!most) return groups
    const { run, isAlone, tenant } = most[0]!.ask
    if (isAlone && groups.length > 0) return groups
    const same = most.filter(({ ask }) => ask.tenant === tenant)
    for (const { at } of same) queues[at]!.shift()
    groups.push({ run, isAlone, tenant, at: most[0]!.at, asks: same.map(({ ask }) => ask) })
    if (isAlone) return groups
  }
}

async function answer(tx: Tx, { run, tenant, asks }: Group): Promise<void> {
  try {
    const answers = await run(tx, tenant, asks.map(({ asked }) => asked) as never[])
    if (answers.length !== asks.length) throw new Error('Not everything asked was answered')
    asks.forEach((ask, at) => ask.resolve(answers[at]))
  } catch (error) {
    for (const ask of asks) ask.reject(error)
  }
}

/** Does what is then undone, within a transaction that goes on. */
export async function withoutTrace<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint before_trial`.execute(tx)
  const result = await work()
  await sql`rollback to savepoint before_trial`.execute(tx)
  return result
}
