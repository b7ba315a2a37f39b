import { setTimeout as wait } from 'node:timers/promises'
import { withRelay } from '../db/connection.ts'
import type { Database } from '../db/connection.ts'
import type { Relay } from './relay.ts'
import { isBusy } from './store.ts'

/**
 * Resolves when outbox and queue are empty, including jobs enqueued meanwhile, but not waiting retries. Rejects after
 * `timeoutMs`.
 */
export async function drain(options: {
  db: Database
  relay?: Relay
  timeoutMs: number
}): Promise<void> {
  const limit = AbortSignal.timeout(options.timeoutMs)
  options.relay?.wake()
  // Outbox and queue of several nodes are not read in one moment: between two looks nothing may have moved.
  const look = async () => {
    const before = options.relay?.moves() ?? 0
    const busy = await withRelay(options.db, isBusy)
    return busy || before % 2 === 1 || (options.relay?.moves() ?? 0) !== before
  }
  while ((await look()) || (await look())) {
    if (limit.aborted) throw new Error(`Jobs are still running after ${options.timeoutMs} ms.`)
    await wait(15)
  }
}
