import type { PgBoss } from 'pg-boss'
import type { Database } from '../db/connection.ts'
import { deadLetterQueue } from './job.ts'
import { findRetryable, makeDue, selectJobs } from './store.ts'
import type { ListedJob } from './store.ts'

/** Jobs, newest first, without payloads, which hold personal data. */
export function listJobs(
  db: Database,
  filter: { state?: ListedJob['state']; kind?: string; tenant?: string; limit?: number } = {},
): Promise<ListedJob[]> {
  return selectJobs(db.kysely, { ...filter, limit: filter.limit ?? 100 })
}

/** Makes a waiting or dead job due now, by its id from listJobs(); false if not found. */
export async function retryJob(db: Database, boss: PgBoss, id: string): Promise<boolean> {
  const found = await findRetryable(db.kysely, id)
  if (!found) return false
  if (found.queue !== deadLetterQueue) {
    await makeDue(db.kysely, found.queue, found.jobId)
    return true
  }
  return (await boss.redrive(deadLetterQueue, { ids: [found.jobId] })) > 0
}
