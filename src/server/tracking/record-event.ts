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
import { capCampaigns } from './cap-campaigns.ts'
import { makeEventBuffer, type EventBuffer, type Waiting } from './event-buffer.ts'
import { goalJob, makeGoalJob, type Analytics } from './goal-job.ts'
import { addCounts, readEarlierWays, type EventCount } from './store.ts'

export type SeenEvent = {
  tenant: string
  event: TrackedEvent
  page?: CountedPage
  way?: Way
  isEntry?: boolean // arrived from elsewhere by it
  visitor?: string // keyed hash for the limit of new campaigns; not stored
  analytics: Analytics | null // null: no consent
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
 * Counts an event and, with consent, queues it for analytics. In memory only: a second's events are written together
 * (flushEvents), so that no page or click waits. A killed process loses that second.
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

/** For an event of a transaction: queues the goal with it, once. Its rows are the count. */
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

/** Writes the buffer; every second and before exit. Never throws; failures are retried with the next. */
export function flushEvents(deps: Deps): Promise<void> {
  const recorder = recorderOf(deps.db)
  // Serialised, so that returned events are not overtaken.
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

/** Finds data the database never accepts by bisection and drops it, so that it blocks nothing else. */
async function writeParts(
  deps: Deps,
  buffer: EventBuffer,
  tenant: string,
  { counts, jobs }: Parts,
): Promise<void> {
  try {
    await withTenant(deps.db, tenant, (tx) => save(tx, tenant, { counts, jobs }, buffer))
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

/** Permanent data errors: invalid text, out of range, broken constraint. */
const isOfData = (error: unknown) =>
  /^2[23]...$/.test(String((error as { code?: unknown }).code ?? ''))

/** Once a day: loads earlier attributions. A failure is retried by the next write. */
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

/** Ids are made with the events, so a retry after an uncertain commit queues nothing twice. */
async function save(
  tx: Tx,
  tenant: string,
  { counts, jobs }: Parts,
  buffer: EventBuffer,
): Promise<void> {
  const sums = await capCampaigns(
    tx,
    tenant,
    counts.map(([, count]) => count),
    buffer,
  )
  await together([
    () => (sums.length > 0 ? addCounts(tx, tenant, sums) : undefined),
    ...jobs.map(
      ({ id, job }) =>
        () =>
          enqueue(tx, tenant, goalJob, job, { id }),
    ),
  ])
}
