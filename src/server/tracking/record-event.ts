import { wayOf, type Way } from '../../domain/campaign-name.ts'
import {
  goalOf,
  type CallEvent,
  type CountedPage,
  type TrackedEvent,
} from '../../domain/tracking-goals.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { makeEventBuffer, type EventBuffer, type Waiting } from './event-buffer.ts'
import { goalJob, makeGoalJob, type Analytics } from './goal-job.ts'
import { addCounts } from './store.ts'

export type SeenEvent = {
  tenant: string
  event: TrackedEvent
  page?: CountedPage
  way?: Way
  isEntry?: boolean // somebody came from elsewhere with it
  analytics: Analytics | null // null: nobody elsewhere may be told
}

type Recorder = { buffer: EventBuffer; timer: NodeJS.Timeout | null; writing: Promise<void> }

const everyMs = 1_000

const recorders = new WeakMap<object, Recorder>()

function recorderOf(db: object): Recorder {
  const found = recorders.get(db)
  if (found) return found
  const made: Recorder = { buffer: makeEventBuffer(), timer: null, writing: Promise.resolve() }
  recorders.set(db, made)
  return made
}

/**
 * Counts what somebody did and, where they agreed, has the analytics service told. Costs its caller nothing but memory: what came
 * together in a second is written together (flushEvents), so that no page and no click waits for it. A process that is killed loses that second.
 */
export function recordEvent(deps: Deps, seen: SeenEvent): void {
  const { tenant, event, page = '', way = wayOf(null), isEntry = false } = seen
  const recorder = recorderOf(deps.db)
  if (goalOf(event)?.counted !== 'rows') {
    recorder.buffer.count(tenant, {
      day: deps.clock.today().toString(),
      event,
      page,
      channel: way.channel,
      campaign: way.campaign ?? '',
      hits: 1,
      entries: isEntry ? 1 : 0,
    })
  }
  const job = makeGoalJob(event, way, seen.analytics, deps.clock.realNow())
  if (job) recorder.buffer.queue(tenant, uuidv7(), job)
  plan(deps, recorder)
}

/** The same for what a transaction makes true: the goal is queued with it, once, or not at all. Its rows are the count. */
export async function recordGoal(
  tx: Tx,
  call: { deps: Deps; tenant: { code: string }; analytics: Analytics | null },
  event: CallEvent,
  way: Way = wayOf(null),
): Promise<void> {
  const job = makeGoalJob(event, way, call.analytics, call.deps.clock.realNow())
  if (job) await enqueue(tx, call.tenant.code, goalJob, job)
}

function plan(deps: Deps, recorder: Recorder): void {
  if (recorder.timer || recorder.buffer.isEmpty()) return
  recorder.timer = setTimeout(() => {
    recorder.timer = null
    void flushEvents(deps)
  }, everyMs).unref()
}

/** Writes what is waiting; called every second, and before the process ends. Never throws: what fails is tried again with the next. */
export function flushEvents(deps: Deps): Promise<void> {
  const recorder = recorderOf(deps.db)
  // One after the other, so that what is given back is not overtaken.
  recorder.writing = recorder.writing.then(() => write(deps, recorder))
  return recorder.writing
}

async function write(deps: Deps, recorder: Recorder): Promise<void> {
  for (const [tenant, waiting] of recorder.buffer.take()) {
    try {
      await withTenant(deps.db, tenant, (tx) => save(tx, tenant, waiting))
    } catch (error) {
      recorder.buffer.giveBack(tenant, waiting)
      deps.log.warn({ tenant, err: { message: (error as Error).message } }, 'events not written')
    }
  }
  plan(deps, recorder)
}

/** The ids were made with the events, so a second try after an unsure commit queues nothing twice. */
async function save(tx: Tx, tenant: string, { counts, jobs }: Waiting): Promise<void> {
  await together([
    counts.size > 0 ? addCounts(tx, tenant, [...counts.values()]) : undefined,
    ...jobs.map(({ id, job }) => enqueue(tx, tenant, goalJob, job, { id })),
  ])
}
