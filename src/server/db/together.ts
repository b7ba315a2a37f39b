/**
 * Waits for statements that were sent together on one connection, in one round trip, and answers their results. Unlike
 * Promise.all it lets all of them end before it throws: a statement that follows one of them must not be sent after the
 * ROLLBACK, when the connection may belong to somebody else.
 */
export async function together<const T extends readonly unknown[]>(
  statements: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const settled = await Promise.allSettled(statements)
  const errors = settled.flatMap((one) =>
    one.status === 'rejected' ? [one.reason as unknown] : [],
  )
  // After the first error PostgreSQL refuses the rest of the transaction; the cause is what the caller needs.
  if (errors.length > 0) throw errors.find((error) => !isAbortedTransaction(error)) ?? errors[0]
  return settled.map((one) => (one as PromiseFulfilledResult<unknown>).value) as {
    -readonly [K in keyof T]: Awaited<T[K]>
  }
}

const isAbortedTransaction = (error: unknown) => (error as { code?: unknown }).code === '25P02'
