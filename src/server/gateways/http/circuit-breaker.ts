import { OutsideError } from './outside-error.ts'

export type Breaker = {
  /** Runs the work, unless too many before it failed: then throws OutsideError 'paused' at once. */
  run: <T>(work: () => Promise<T>) => Promise<T>
}

/**
 * Keeps from asking a server that is down: after so many failures in a row nothing is asked for `pauseMs`; then one caller tries,
 * alone, and its success opens the way for all. State is this process's own: each finds out for itself.
 *
 * @param now milliseconds that only grow
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
