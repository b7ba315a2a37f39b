/** Runs at most `atOnce` works; as many as `waiting` queue in order, later ones fail at once with `full`. */
export function limitParallel(limits: { atOnce: number; waiting: number; full: () => Error }) {
  let running = 0
  const queue: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < limits.atOnce) running += 1
    else if (queue.length >= limits.waiting) throw limits.full()
    else await new Promise<void>((go) => queue.push(go))
    try {
      return await work()
    } finally {
      // The place is handed over, so that no newcomer takes it.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
