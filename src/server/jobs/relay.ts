import { setTimeout as wait } from 'node:timers/promises'
import { fromKysely } from 'pg-boss'
import type { PgBoss } from 'pg-boss'
import { withRelay } from '../db/connection.ts'
import type { Database } from '../db/connection.ts'
import { listen } from '../db/notify.ts'
import { ensureQueue, expiryOf } from './ensure-queue.ts'
import { takeOutbox } from './store.ts'
import type { OutboxRow } from './store.ts'

const batch = 200
const pollMs = 2_000
const lookAgainMs = 50

export type Relay = {
  wake: () => void
  /** How often it has moved jobs, or tried to. */
  moves: () => number
  stop: () => Promise<void>
}

/**
 * Moves jobs from outbox to queue until stopped: on notify and every 2 s. Any number may run; a kill loses and doubles nothing,
 * since taking and queueing a row are one transaction.
 */
export function startRelay(options: {
  db: Database
  boss: PgBoss
  /** For the listening connections, with the app's login: of every node where jobs are queued. */
  url: string | readonly string[]
  onError: (error: unknown) => void
}): Relay {
  const { db, boss, onError } = options
  const ending = new AbortController()
  let called = Promise.withResolvers<void>()
  const wake = () => called.resolve()
  let moves = 0
  const move = async () => {
    moves += 1
    await drainOutbox(db, boss).catch(onError)
    moves += 1
  }
  const listener = listen(options.url, { zuspruch_outbox: wake }, wake, 'zuspruch-worker')
  const running = (async () => {
    while (!ending.signal.aborted) {
      const heard = await Promise.race([
        called.promise.then(() => true),
        wait(pollMs, false, { ref: false }),
      ])
      called = Promise.withResolvers<void>()
      await move()
      if (heard && !ending.signal.aborted) {
        // Simultaneous enqueues notify once (enqueue.ts).
        await wait(lookAgainMs)
        await move()
      }
    }
  })()
  return {
    wake,
    moves: () => moves,
    async stop() {
      ending.abort()
      wake()
      await listener.close()
      await running
    },
  }
}

async function drainOutbox(db: Database, boss: PgBoss): Promise<void> {
  while ((await relayOnce(db, boss)) > 0);
}

/** One transaction: at most 200 rows move from outbox to queue. Returns the number. */
export function relayOnce(db: Database, boss: PgBoss): Promise<number> {
  return withRelay(db, async (tx) => {
    const rows = await takeOutbox(tx, batch)
    for (const [kind, jobs] of Map.groupBy(rows, (row) => row.kind)) {
      await ensureQueue(boss, kind)
      // A queue that is there keeps the expiry that it was made with.
      const expireInSeconds = expiryOf(kind)
      const own = jobs.map((job) => ({ ...toJob(job), expireInSeconds }))
      await boss.insert(kind, own, { db: fromKysely(tx) })
    }
    return rows.length
  })
}

// The outbox id is the job id: a second hand-over would hit the primary key.
const toJob = ({ id, tenant, payload }: OutboxRow) => ({ id, data: { id, tenant, payload } })
