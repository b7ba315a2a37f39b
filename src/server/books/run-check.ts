import { BERLIN } from '../../domain/dates.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { readSnapshot } from '../db/read-snapshot.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { beginCheck, isCheckOpen, keepCheck } from './books-store.ts'
import { findDifferences } from './check-books.ts'
import { sumBooks } from './sum-store.ts'

/** The hour in Berlin from which the night's check is done. */
const nightHour = 3

/** The sweep's part: queues a check each local night. Safe in parallel. */
export async function checkEachNight(deps: Deps, code: string): Promise<void> {
  // A night's check is no due work.
  if (deps.db.within) return
  const local = deps.clock.now().toZonedDateTimeISO(BERLIN)
  if (local.hour < nightHour) return
  await withTenant(deps.db, code, (tx) =>
    queueCheck(tx, deps, code, { day: local.toPlainDate(), askedBy: null }),
  )
}

/** @returns whether one is queued now; else there is one for that */
export async function queueCheck(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  code: string,
  { day, askedBy }: { day: Temporal.PlainDate; askedBy: string | null },
): Promise<boolean> {
  const now = clock.realNow()
  const checkId = await beginCheck(tx, code, {
    checkId: uuidv7(),
    day: day.toString(),
    askedBy,
    now,
  })
  if (checkId === null) return false
  await enqueue(tx, code, 'check-books', { checkId })
  return true
}

/** Checks a tenant's books as of one moment, and keeps what it found. May run twice: one result is kept. */
export async function runCheck(
  deps: Pick<Deps, 'db' | 'clock'>,
  code: string,
  checkId: string,
): Promise<void> {
  if (!(await withTenant(deps.db, code, (tx) => isCheckOpen(tx, code, checkId)))) return
  const began = deps.clock.realNow()
  const asOf = deps.clock.now()
  const found = await readSnapshot(deps.db, code, async (tx) => ({
    differences: await findDifferences(tx, code),
    sums: await sumBooks(tx, code),
  }))
  const now = deps.clock.realNow()
  const tookMs = Math.max(0, Math.round(now.since(began).total('milliseconds')))
  await withTenant(deps.db, code, (tx) =>
    keepCheck(tx, code, checkId, { ...found, now, asOf, tookMs }),
  )
}
