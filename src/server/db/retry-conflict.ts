// Unique violation, serialisation failure, deadlock: what another transaction did at the same moment.
const conflicts = new Set(['23505', '40001', '40P01'])

/** What to throw where something that was read before a lock is another by now: the transaction begins anew. */
export const conflict = (message: string) => Object.assign(new Error(message), { code: '40001' })

/**
 * Runs a transaction again that lost against another one. The second time it sees what the other one wrote and decides by
 * that; `work` must do everything in its transaction.
 */
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
