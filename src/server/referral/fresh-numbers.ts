import { isNumberTaken } from './store.ts'

/**
 * Runs a transaction that draws random numbers, again with new ones when one was taken already. With 35 random bits in a
 * code that happens about once in 30,000 creations when a million codes exist; the number itself never clashes.
 */
export async function withFreshNumbers<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 5 || !isNumberTaken(error)) throw error
    }
  }
}
