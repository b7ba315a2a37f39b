// Unique violation, serialisation failure, deadlock: caused by a parallel transaction.
const conflicts = new Set(['23505', '40001', '40P01'])

/** Thrown if data read before a lock has changed: restarts the transaction. */
export const conflict = (message: string) => Object.assign(new Error(message), { code: '40001' })

/** Retries a transaction that lost a conflict; it then sees the other's writes. `work` must do everything in its transaction. */
export async function retryConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const code = (error as { code?: unknown }).code
      if (attempt === 3 || typeof code !== 'string' || !conflicts.has(code)) throw error
    }
  }
}
