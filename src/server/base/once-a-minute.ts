import type { Logger } from 'pino'
import { withTenant, type Database } from '../db/connection.ts'
import { together } from '../db/together.ts'
import type { Clock } from './clock.ts'
import { countHitUpTo, forgetWindows, giveBackHit, windowStart } from './limit-store.ts'

const minute = 60
const aheadMs = 5_000

/**
 * Runs a tenant's work unless a process has begun it within this minute; false then. While it runs, it takes the coming minutes too. A killed
 * process leaves nothing locked: the next minute is free. Rows, as an advisory lock holds on one node only.
 */
export async function onceAMinute(
  { db, clock, log }: { db: Database; clock: Clock; log: Pick<Logger, 'warn'> },
  tenant: string,
  name: string,
  work: () => Promise<unknown>,
): Promise<boolean> {
  const take = (at: Temporal.Instant) =>
    withTenant(db, tenant, async (tx) => {
      const [isOurs] = await together([
        () => countHitUpTo(tx, tenant, name, at, minute, 1),
        () => forgetWindows(tx, tenant, name, at.subtract({ seconds: 2 * minute })),
      ])
      return isOurs
    })
  const began = clock.realNow()
  if (!(await take(began))) return false

  const ahead: Temporal.Instant[] = []
  let taking = Promise.resolve()
  const takeNext = async () => {
    const next = clock.realNow().add({ milliseconds: 2 * aheadMs })
    if (await take(next)) ahead.push(next)
  }
  const plan = (ms: number) =>
    setTimeout(() => {
      timer = plan(minute * 1_000)
      taking = takeNext().catch((error: unknown) =>
        log.warn({ tenant, err: { message: (error as Error).message } }, 'minute not taken'),
      )
    }, ms).unref()
  const ofMinute = began.epochMilliseconds % (minute * 1_000)
  let timer = plan(Math.max(1_000, minute * 1_000 - aheadMs - ofMinute))
  try {
    await work()
  } finally {
    clearTimeout(timer)
    await taking
    const last = ahead.at(-1)
    const isUnused = last && windowStart(last, minute) > windowStart(clock.realNow(), minute)
    if (isUnused) await withTenant(db, tenant, (tx) => giveBackHit(tx, tenant, name, last, minute))
  }
  return true
}
