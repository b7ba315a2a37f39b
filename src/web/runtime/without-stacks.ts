/**
 * Errors made meanwhile have no stack, where an engine has that switch. React makes some while it starts, to throw them later, and for their
 * stacks V8 parses all of React a second time: a third of its start.
 */
export async function withoutStacks(run: () => Promise<unknown>): Promise<void> {
  const errors = Error as { stackTraceLimit?: number }
  const usual = errors.stackTraceLimit
  if (usual === undefined) {
    await run()
    return
  }
  errors.stackTraceLimit = 0
  try {
    await run()
  } finally {
    errors.stackTraceLimit = usual
  }
}
