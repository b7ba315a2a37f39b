type Start = () => unknown

/**
 * Starts statements that belong together on one connection, in one round trip, and answers their results. Unlike
 * Promise.all it lets all of them end before it throws: a statement that follows one of them must not be sent after the
 * ROLLBACK, when the connection may belong to somebody else. It takes functions, because an array of promises is lost when one
 * of its elements throws instead of rejecting: nobody would handle the rejections of those before it, which ends the process.
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
  // After the first error PostgreSQL refuses the rest of the transaction; the cause is what the caller needs.
  if (errors.length > 0) throw errors.find((error) => !isAbortedTransaction(error)) ?? errors[0]
  return settled.map((one) => (one as PromiseFulfilledResult<unknown>).value) as {
    -readonly [K in keyof T]: Awaited<ReturnType<T[K]>>
  }
}

const isAbortedTransaction = (error: unknown) => (error as { code?: unknown }).code === '25P02'
