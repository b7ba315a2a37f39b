import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { countClicks, type Click, type Clicked } from './click-store.ts'

type Waiting = {
  click: Click
  resolve: (clicked: Clicked) => void
  reject: (error: unknown) => void
}
type Queue = { waiting: Waiting[]; commits: number; planned: boolean }

const queues = new WeakMap<Deps, Map<string, Queue>>()
const largestBatch = 500

// With one commit at a time the server and the database wait for each other by turns: measured on a busy machine with 50
// connections, 0.56 of a bare insert with one, 0.65 with two, 0.77 with three. More would take connections from other calls.
const commitsAtOnce = 3

/**
 * Counts a click durably and answers what was clicked. Clicks that came in together share a commit; while all commits are
 * under way, those that arrive share the next one, which starts as soon as one ended: nobody waits for a clock.
 */
export function countClick(deps: Deps, tenant: string, click: Click): Promise<Clicked> {
  const ofProcess = queues.get(deps) ?? new Map<string, Queue>()
  queues.set(deps, ofProcess)
  const queue = ofProcess.get(tenant) ?? { waiting: [], commits: 0, planned: false }
  ofProcess.set(tenant, queue)
  return new Promise((resolve, reject) => {
    queue.waiting.push({ click, resolve, reject })
    plan(deps, tenant, queue)
  })
}

function plan(deps: Deps, tenant: string, queue: Queue): void {
  if (queue.planned || queue.commits === commitsAtOnce || queue.waiting.length === 0) return
  queue.planned = true
  // After the requests that lie ready on other connections were read as well.
  setImmediate(() => {
    queue.planned = false
    void commit(deps, tenant, queue)
  })
}

async function commit(deps: Deps, tenant: string, queue: Queue): Promise<void> {
  queue.commits += 1
  const batch = queue.waiting.splice(0, largestBatch)
  try {
    const clicks = batch.map(({ click }) => click)
    const answers = await withTenant(deps.db, tenant, (tx) =>
      countClicks(tx, tenant, clicks, deps.clock.now(), deps.clock.today()),
    )
    batch.forEach(({ resolve }, index) => resolve(answers[index] ?? null))
  } catch (error) {
    batch.forEach(({ reject }) => reject(error))
  }
  queue.commits -= 1
  plan(deps, tenant, queue)
}
