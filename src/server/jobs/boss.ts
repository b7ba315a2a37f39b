import { PgBoss } from 'pg-boss'
import type { Job as BossJob, JobResult } from 'pg-boss'
import type { Database } from '../db/connection.ts'
import { ensureQueue } from './ensure-queue.ts'
import { queueSchema } from './install-queue.ts'
import type { JobHandler, JobKind, QueuedJob } from './job.ts'
import { releaseActive } from './store.ts'

/** Parallel jobs of a kind per process. */
export const atOnce = 8

/** `job`: which one failed; none: the queue itself. */
export type OnError = (error: unknown, job?: { tenant: string; kind: JobKind; id: string }) => void

export type Jobs = {
  boss: PgBoss
  /** Takes no more jobs, waits up to 30 s for running ones, then disconnects. */
  stop: () => Promise<void>
}

/**
 * Connects to the queue with the app's login (installQueue), and works on it if `workers`. `soleWorker`: no other process runs
 * jobs (embedded database), so active jobs are leftovers of a kill and restart at once, without waiting for heartbeats.
 */
export async function startBoss(options: {
  url: string
  db: Database
  workers: boolean
  soleWorker?: boolean
  handlers: Record<JobKind, JobHandler>
  onError: OnError
}): Promise<Jobs> {
  const { workers, handlers } = options
  // Once stopped, a database that stops too may still cut off connections that are closing.
  let isStopped = false
  const onError: OnError = (error, job) => {
    if (!isStopped) options.onError(error, job)
  }
  const boss = new PgBoss({
    connectionString: options.url,
    schema: queueSchema,
    application_name: 'zuspruch-jobs',
    max: workers ? 4 : 2,
    migrate: false,
    schedule: false,
    // The app's role owns no index, and due dates are our columns (domain.md 7).
    reindex: false,
    monitorVacuum: false,
    supervise: workers,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    useListenNotify: workers,
  })
  boss.on('error', (error) => onError(error))
  await boss.start()
  if (workers) {
    if (options.soleWorker) await releaseActive(options.db.kysely)
    await Promise.all(
      Object.entries(handlers).map(async ([kind, handler]) => {
        await ensureQueue(boss, kind)
        await boss.work<QueuedJob, JobResult[], typeof working>(kind, working, (jobs) =>
          Promise.all(jobs.map((job) => settle(kind, job, handler, onError))),
        )
      }),
    )
  }
  const stop = async () => {
    await boss.stop({ graceful: true, timeout: 30_000 })
    isStopped = true
  }
  return { boss, stop }
}

// A full batch is followed by the next fetch at once. New jobs notify the workers; retries and redrives are found by polling.
const working = {
  batchSize: atOnce,
  burstWhenBatchFull: true,
  perJobResults: true,
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 2,
} as const

async function settle(
  kind: JobKind,
  job: BossJob<QueuedJob>,
  handler: JobHandler,
  onError: OnError,
): Promise<JobResult> {
  const { id, tenant, payload } = job.data
  try {
    await handler({ id, kind, tenant, payload, attempt: job.retryCount + 1, signal: job.signal })
    return { id: job.id, status: 'completed' }
  } catch (error) {
    onError(error, { tenant, kind, id })
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    return { id: job.id, status: 'failed', output: { message: message.slice(0, 500) } }
  }
}
