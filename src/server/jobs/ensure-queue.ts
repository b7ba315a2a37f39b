import type { PgBoss, Queue } from 'pg-boss'
import { deadLetterQueue } from './job.ts'
import type { JobKind } from './job.ts'

const day = 86_400

// 8 tries: at once, then after about 45 s, 90 s, 3, 6, 12, 24 and 48 minutes (two hours in all).
const settings = {
  retryLimit: 7,
  retryDelay: 30,
  retryBackoff: true,
  expireInSeconds: 300,
  // A worker that was killed is noticed by its silence, long before the job expires.
  heartbeatSeconds: 20,
  // Nobody's job is thrown away while it waits; what is done holds personal data and goes soon.
  retentionSeconds: 365 * day,
  deleteAfterSeconds: 2 * day,
  notify: true,
} satisfies Omit<Queue, 'name'>

const known = new WeakMap<PgBoss, Set<string>>()

/** Makes the queue of a kind of job, once per process; nothing happens when another one made it. */
export async function ensureQueue(boss: PgBoss, kind: JobKind): Promise<void> {
  const made = known.get(boss) ?? new Set()
  known.set(boss, made)
  if (made.has(kind)) return
  if (kind !== deadLetterQueue) await ensureQueue(boss, deadLetterQueue)
  await boss.createQueue(
    kind,
    kind === deadLetterQueue ? settings : { ...settings, deadLetter: deadLetterQueue },
  )
  made.add(kind)
}
