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
  while (await withRelay(options.db, isBusy)) {
    if (limit.aborted) throw new Error(`Jobs are still running after ${options.timeoutMs} ms.`)
    await wait(15)
  }
}
