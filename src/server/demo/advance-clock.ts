import { BERLIN } from '../../domain/dates.ts'
import type { Deps } from '../context.ts'
import { moveClockOffset, readClockOffset } from './clock-store.ts'

type ClockDeps = Pick<Deps, 'db' | 'clock'>

export type AdvanceClock = (duration: Temporal.Duration) => Promise<Temporal.Instant>

const secondsUntil = (from: Temporal.Instant, to: Temporal.Instant) =>
  Math.ceil(from.until(to).total('seconds'))

/**
 * Follows the clock in the database: at start, and when another process moved it. Never backwards, because an answer that was
 * read before this process's own last step may arrive after it.
 */
export async function setClock({ db, clock }: ClockDeps): Promise<void> {
  const offset = await readClockOffset(db)
  const present = Math.round(clock.realNow().until(clock.now()).total('seconds'))
  if (offset > present) clock.setOffsetSeconds(offset)
}

/**
 * Makes the function that moves the demo's clock forward (domain.md section 7). It goes from one local midnight to the next
 * and does on each day what falls due on it, so that nothing is done in another order than time would have brought it. It
 * answers the new time when all of it, jobs and mails included, is done.
 *
 * Jumps of one process wait for each other. Each step is decided under the lock on the clock's row, so those of several
 * processes go on from one another's steps, and no day is left out.
 */
export function makeAdvanceClock(
  deps: ClockDeps,
  work: { runSweeps: () => Promise<unknown>; drain: () => Promise<unknown> },
): AdvanceClock {
  let last: Promise<unknown> = Promise.resolve()
  const advance: AdvanceClock = async (duration) => {
    const start = deps.clock.now()
    const target = start.toZonedDateTimeISO(BERLIN).add(duration).toInstant()
    let remaining = secondsUntil(start, target)
    do {
      remaining -= await stepAtMost(deps, remaining)
      await work.runSweeps()
      await work.drain()
    } while (remaining > 0)
    return deps.clock.now()
  }
  return (duration) => {
    const done = last.then(() => advance(duration))
    last = done.catch(() => undefined)
    return done
  }
}

/** Moves to the next local midnight, or by `most` seconds if that is less; answers by how many. */
async function stepAtMost({ db, clock }: ClockDeps, most: number): Promise<number> {
  let moved = 0
  const offset = await moveClockOffset(db, (present) => {
    const now = clock.realNow().add({ seconds: present })
    const midnight = now.toZonedDateTimeISO(BERLIN).add({ days: 1 }).startOfDay().toInstant()
    moved = Math.min(most, secondsUntil(now, midnight))
    return moved
  })
  clock.setOffsetSeconds(offset)
  return moved
}
