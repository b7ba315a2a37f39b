import { OutsideError } from './outside-error.ts'

export type Breaker = {
  /** Runs the work, or after too many failures throws OutsideError 'paused'. */
  run: <T>(work: () => Promise<T>) => Promise<T>
}

/**
 * A circuit breaker: after consecutive failures nothing is tried for `pauseMs`; then one caller tries, and success closes it.
 * State is per process. @param now monotonic milliseconds
 */
export function makeBreaker(
  settings: { failures: number; pauseMs: number },
  now: () => number = () => performance.now(),
): Breaker {
  let failed = 0
  let pausedUntil = 0
  let trying = false

  return {
    async run(work) {
      const probes = failed >= settings.failures
      if (probes && (trying || now() < pausedUntil))
        throw new OutsideError('paused', 'Not asked: it failed too often just now.')
      if (probes) trying = true
      try {
        const result = await work()
        failed = 0
        return result
      } catch (error) {
        failed += 1
        if (failed >= settings.failures) pausedUntil = now() + settings.pauseMs
        throw error
      } finally {
        if (probes) trying = false
      }
    },
  }
}
