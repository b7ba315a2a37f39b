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
import { addCounts, readEarlierWays, type EventCount } from './store.ts'

export type SeenEvent = {
  tenant: string
  event: TrackedEvent
  page?: CountedPage
  way?: Way
  isEntry?: boolean // somebody came from elsewhere with it
  visitor?: string // keyed hash, for the limit of new campaigns; it is written nowhere
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
  if (deps.db.looks) return
  const { tenant, event, page = '', way = wayOf(null), isEntry = false } = seen
  const recorder = recorderOf(deps.db)
  if (goalOf(event)?.counted !== 'rows') {
    const count: EventCount = {
      day: deps.clock.today().toString(),
      event,
      page,
      channel: way.channel,
      campaign: way.campaign ?? '',
      hits: 1,
      entries: isEntry ? 1 : 0,
    }
    recorder.buffer.count(tenant, count, seen.visitor)
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
  for (const [tenant, { counts, jobs }] of recorder.buffer.take()) {
    await writeParts(deps, recorder.buffer, tenant, { counts: [...counts], jobs })
    await learnEarlier(deps, recorder.buffer, tenant)
  }
  plan(deps, recorder)
}

type Parts = { counts: [key: string, EventCount][]; jobs: Waiting['jobs'] }

/** What the database will never take is looked for by halves and left out, so that it keeps nothing else from being written. */
async function writeParts(
  deps: Deps,
  buffer: EventBuffer,
  tenant: string,
  { counts, jobs }: Parts,
): Promise<void> {
  try {
    await withTenant(deps.db, tenant, (tx) => save(tx, tenant, { counts, jobs }))
  } catch (error) {
    const err = { message: (error as Error).message }
    if (!isOfData(error)) {
      buffer.giveBack(tenant, { counts: new Map(counts), jobs })
      deps.log.warn({ tenant, err }, 'events not written')
    } else if (counts.length + jobs.length === 1) {
      deps.log.error({ tenant, err }, 'an event cannot be written and is left out')
    } else {
      const half = (length: number, odd: 0 | 1) => Math.floor((length + odd) / 2)
      const [c, j] = [half(counts.length, 1), half(jobs.length, 0)]
      await writeParts(deps, buffer, tenant, { counts: counts.slice(0, c), jobs: jobs.slice(0, j) })
      await writeParts(deps, buffer, tenant, { counts: counts.slice(c), jobs: jobs.slice(j) })
    }
  }
}

/** Errors that the same data bring about every time: a text that is none, a value out of its range, a broken constraint. */
const isOfData = (error: unknown) =>
  /^2[23]...$/.test(String((error as { code?: unknown }).code ?? ''))

/** Once a day: what the sums of earlier days say of campaigns. Where that fails, the next write tries again. */
async function learnEarlier(deps: Deps, buffer: EventBuffer, tenant: string): Promise<void> {
  const day = deps.clock.today().toString()
  if (!buffer.lacksEarlier(tenant, day)) return
  try {
    const ways = await withTenant(deps.db, tenant, (tx) => readEarlierWays(tx, tenant, day))
    buffer.learnEarlier(tenant, day, ways)
  } catch (error) {
    deps.log.warn({ tenant, err: { message: (error as Error).message } }, 'campaigns not read')
  }
}

/** The ids were made with the events, so a second try after an unsure commit queues nothing twice. */
async function save(tx: Tx, tenant: string, { counts, jobs }: Parts): Promise<void> {
  const sums = counts.map(([, count]) => count)
  await together([
    () => (sums.length > 0 ? addCounts(tx, tenant, sums) : undefined),
    ...jobs.map(
      ({ id, job }) =>
        () =>
          enqueue(tx, tenant, goalJob, job, { id }),
    ),
  ])
}
