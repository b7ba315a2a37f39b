import { isNumberTaken } from './store.ts'

/**
 * Runs a transaction that draws random numbers, and retries if one is taken. With 35 random bits, about once in 30,000 creations
 * at a million codes; numbers never clash.
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
