/**
 * Runs at most `atOnce` works at a time; so many more wait in the order in which they came, and whoever comes after them gets the
 * error of `full` at once.
 */
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
      // The place is handed over, so that nobody who comes now can take it first.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
