import { setTimeout as pause } from 'node:timers/promises'

const floorMs = 150

/**
 * Answers no sooner than after 150 ms, several times what the work takes: whether a mail was written for an address cannot
 * be told from the time of the answer (domain.md section 4). An error is not held back, it does not depend on that.
 */
export async function answerEvenly<T>(work: () => Promise<T>): Promise<T> {
  const floor = pause(floorMs)
  const result = await work()
  await floor
  return result
}
