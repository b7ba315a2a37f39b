/**
 * Runs the steps one after the other, each whether or not those before it worked, so that trouble in one keeps no other waiting.
 * Throws the first error when all have run.
 */
export async function runEveryStep(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = []
  for (const step of steps) {
    try {
      await step()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}
