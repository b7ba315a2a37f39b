/** Open: every slice names its own kinds; 'send-mail' is the one that all of them use. */
export type JobKind = 'send-mail' | (string & {})

export type Job = {
  /** The id that enqueue() gave; the same over retries and redrives, so a key against doing it twice. */
  id: string
  kind: JobKind
  tenant: string
  payload: unknown
  /** 1 at the first try. */
  attempt: number
  /** Aborts when another worker has taken the job over, or the process gives up waiting at its end. */
  signal: AbortSignal
}

/** Runs at least once for a committed job; throwing means: try again later. */
export type JobHandler = (job: Job) => Promise<void>

/** Where a job goes after its last try; `jobs retry` sends it round again. */
export const deadLetterQueue = 'dead-letter'

/** What the queue keeps of a job. */
export type QueuedJob = { id: string; tenant: string; payload: unknown }
