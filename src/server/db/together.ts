type Start = () => unknown

/**
 * Runs statements on one connection in one round trip and returns their results. Unlike Promise.all it waits for all before
 * throwing: a statement sent after the ROLLBACK could hit another user's connection. It takes functions: if an array element
 * threw, earlier rejections would be unhandled, which ends the process.
 */
export async function together<const T extends readonly Start[]>(
  starts: T,
): Promise<{ -readonly [K in keyof T]: Awaited<ReturnType<T[K]>> }> {
  const started: unknown[] = []
  let thrown: { error: unknown } | undefined
  for (const start of starts) {
    try {
      started.push(start())
    } catch (error) {
      thrown = { error }
      break
    }
  }
  const settled = await Promise.allSettled(started)
  if (thrown) throw thrown.error
  const errors = settled.flatMap((one) =>
    one.status === 'rejected' ? [one.reason as unknown] : [],
  )
  if (errors.length > 0) throw causeOf(errors)
  return settled.map((one) => (one as PromiseFulfilledResult<unknown>).value) as {
    -readonly [K in keyof T]: Awaited<ReturnType<T[K]>>
  }
}

/** Of several errors: after the first one PostgreSQL refuses the rest of a transaction. */
export const causeOf = (errors: readonly unknown[]): unknown =>
  errors.find((error) => !isAbortedTransaction(error)) ?? errors[0]

const isAbortedTransaction = (error: unknown) => (error as { code?: unknown }).code === '25P02'
