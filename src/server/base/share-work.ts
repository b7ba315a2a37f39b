// Work that arrives together is done together: while as much runs as may, what arrives waits and shares the next, without any timer.

type Waiting<Item, Result> = {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

type Options<Item> = {
  atOnce: number
  most: number
  /** Two items with a mark in common are never done together. */
  marks?: (item: Item) => readonly string[]
}

/** @param work on several items at once; its results in their order */
export function shareWork<Item, Result>(
  work: (items: Item[]) => Promise<readonly PromiseSettledResult<Result>[]>,
  options: Options<Item>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let running = 0
  let planned = false

  function plan(): void {
    if (planned || running === options.atOnce || waiting.length === 0) return
    planned = true
    // After the requests ready on other connections are read.
    setImmediate(() => {
      planned = false
      void run(take())
    })
  }

  function take(): Waiting<Item, Result>[] {
    if (!options.marks) return waiting.splice(0, options.most)
    const seen = new Set<string>()
    const taken: Waiting<Item, Result>[] = []
    const left: Waiting<Item, Result>[] = []
    for (const one of waiting) {
      const marks = options.marks(one.item)
      const fits = taken.length < options.most && marks.every((mark) => !seen.has(mark))
      if (fits) for (const mark of marks) seen.add(mark)
      ;(fits ? taken : left).push(one)
    }
    waiting = left
    return taken
  }

  async function run(taken: Waiting<Item, Result>[]): Promise<void> {
    running += 1
    // What is left may go with another, and does not wait for this one.
    plan()
    try {
      const settled = await work(taken.map(({ item }) => item))
      for (const [at, { resolve, reject }] of taken.entries()) {
        const one = settled[at]
        if (one?.status === 'fulfilled') resolve(one.value)
        else reject(one?.reason)
      }
    } catch (error) {
      for (const { reject } of taken) reject(error)
    }
    running -= 1
    plan()
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      plan()
    })
}

/** The same for each tenant apart. `deps`: those of the process, whose end is the end of it. */
export function shareWorkOfTenant<Deps extends object, Item, Result>(
  work: (
    deps: Deps,
    tenant: string,
    items: Item[],
  ) => Promise<readonly PromiseSettledResult<Result>[]>,
  options: Options<Item>,
): (deps: Deps, tenant: string, item: Item) => Promise<Result> {
  const ofProcess = new WeakMap<Deps, Map<string, (item: Item) => Promise<Result>>>()
  return (deps, tenant, item) => {
    const ofTenant = ofProcess.get(deps) ?? new Map<string, (item: Item) => Promise<Result>>()
    ofProcess.set(deps, ofTenant)
    const share = ofTenant.get(tenant) ?? shareWork((items) => work(deps, tenant, items), options)
    ofTenant.set(tenant, share)
    return share(item)
  }
}
