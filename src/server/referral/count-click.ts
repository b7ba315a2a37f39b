import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { countClicks, type Click, type Clicked } from './click-store.ts'

type Waiting = {
  click: Click
  resolve: (clicked: Clicked) => void
  reject: (error: unknown) => void
}
type Queue = { waiting: Waiting[]; running: boolean }

const queues = new WeakMap<Deps, Map<string, Queue>>()
const largestBatch = 500

/**
 * Counts a click durably and answers what was clicked. Clicks that arrive while a commit is under way share the next one,
 * which starts as soon as the one before it ended: nobody waits for a clock.
 */
export function countClick(deps: Deps, tenant: string, click: Click): Promise<Clicked> {
  const ofProcess = queues.get(deps) ?? new Map<string, Queue>()
  queues.set(deps, ofProcess)
  const queue = ofProcess.get(tenant) ?? { waiting: [], running: false }
  ofProcess.set(tenant, queue)
  return new Promise((resolve, reject) => {
    queue.waiting.push({ click, resolve, reject })
    if (!queue.running) void run(deps, tenant, queue)
  })
}

async function run(deps: Deps, tenant: string, queue: Queue): Promise<void> {
  queue.running = true
  while (queue.waiting.length > 0) {
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
  }
  queue.running = false
}
