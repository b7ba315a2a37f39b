/** Open: every slice has its kinds; 'send-mail' is shared. */
export type JobKind = 'send-mail' | (string & {})

export type Job = {
  /** enqueue()'s id, stable over retries and redrives: an idempotency key. */
  id: string
  kind: JobKind
  tenant: string
  payload: unknown
  /** 1 at the first try. */
  attempt: number
  /** Aborts when another worker takes over or the process stops waiting. */
  signal: AbortSignal
}

/** At least once per committed job; throwing means retry. */
export type JobHandler = (job: Job) => Promise<void>

/** For jobs after their last try; `jobs retry` redrives them. */
export const deadLetterQueue = 'dead-letter'

/** What the queue keeps of a job. */
export type QueuedJob = { id: string; tenant: string; payload: unknown }
