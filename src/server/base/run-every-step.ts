import { Ended } from '../db/connection.ts'

/** Runs all steps in order, even after failures, until the signal says to stop. Throws the first error at the end. */
export async function runEveryStep(
  steps: readonly (() => Promise<unknown>)[],
  signal?: AbortSignal,
): Promise<void> {
  const errors: unknown[] = []
  for (const step of steps) {
    if (signal?.aborted) break
    try {
      await step()
    } catch (error) {
      if (error instanceof Ended) break
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}
