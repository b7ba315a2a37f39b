import { setTimeout as pause } from 'node:timers/promises'

const floorMs = 150

/**
 * Answers after at least 150 ms, several times the work, so that timing does not reveal whether a mail was written (domain.md
 * section 4). Errors do not depend on that and are not delayed.
 */
export async function answerEvenly<T>(work: () => Promise<T>): Promise<T> {
  const floor = pause(floorMs)
  const result = await work()
  await floor
  return result
}
