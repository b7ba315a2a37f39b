import { fromKysely, PgBoss } from 'pg-boss'
import type { Database, Tx } from '../db/connection.ts'
import { queueSchema } from './install-queue.ts'
import { deadLetterQueue } from './job.ts'
import { findRetryable, lockDead, makeDue, selectJobs } from './store.ts'
import type { DeadJob, ListedJob } from './store.ts'

/** Jobs, newest first, without payloads, which hold personal data. */
export function listJobs(
  db: Database,
  filter: { state?: ListedJob['state']; kind?: string; tenant?: string; limit?: number } = {},
): Promise<ListedJob[]> {
  return selectJobs(db.kysely, { ...filter, limit: filter.limit ?? 100 })
}

/** Makes a waiting or dead job due now, by its id from listJobs(); what it was, or null if not found. */
export async function retryJob(
  tx: Tx,
  tenant: string,
  id: string,
): Promise<'dead' | 'retry' | null> {
  const found = await findRetryable(tx, id)
  if (!found) return null
  if (found.queue === deadLetterQueue)
    return (await retryDead(tx, { tenant, id })).length > 0 ? 'dead' : null
  await makeDue(tx, found.queue, found.jobId)
  return 'retry'
}

/**
 * Puts a dead job back to its queue with all its tries, in the caller's transaction, and returns it. What somebody else retries at the same
 * time is left to them, so it runs once.
 */
export async function retryDead(
  tx: Tx,
  which: { tenant: string; id?: string; jobId?: string },
): Promise<DeadJob[]> {
  const jobs = await lockDead(tx, which)
  if (jobs.length === 0) return []
  const boss = new PgBoss({
    db: fromKysely(tx),
    schema: queueSchema,
    migrate: false,
    schedule: false,
    supervise: false,
  })
  await boss.start()
  try {
    await boss.redrive(deadLetterQueue, { ids: jobs.map(({ jobId }) => jobId) })
  } finally {
    await boss.stop({ graceful: false })
  }
  return jobs
}
