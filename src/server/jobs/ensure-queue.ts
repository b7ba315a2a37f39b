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
  // A killed worker is noticed by its silence, long before the job expires.
  heartbeatSeconds: 20,
  // Waiting jobs are never dropped; finished ones hold personal data and go soon.
  retentionSeconds: 365 * day,
  deleteAfterSeconds: 2 * day,
  notify: true,
} satisfies Omit<Queue, 'name'>

/** Of those whose work may take longer, with signs of life of its own. */
const longKinds: Partial<Record<JobKind, number>> = { 'apply-bank-file': 3_600 }

export const expiryOf = (kind: JobKind): number => longKinds[kind] ?? settings.expireInSeconds

const known = new WeakMap<PgBoss, Set<string>>()

/** Creates a job kind's queue once per process; idempotent. */
export async function ensureQueue(boss: PgBoss, kind: JobKind): Promise<void> {
  const made = known.get(boss) ?? new Set()
  known.set(boss, made)
  if (made.has(kind)) return
  if (kind !== deadLetterQueue) await ensureQueue(boss, deadLetterQueue)
  const own = { ...settings, expireInSeconds: expiryOf(kind) }
  await boss.createQueue(
    kind,
    kind === deadLetterQueue ? own : { ...own, deadLetter: deadLetterQueue },
  )
  made.add(kind)
}
