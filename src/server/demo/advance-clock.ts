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

type Work = {
  runSweeps: () => Promise<unknown>
  drain: () => Promise<unknown>
  isAnythingDue: (at: Temporal.Instant) => Promise<boolean>
}

/**
 * Makes the function that moves the demo's clock forward (domain.md section 7). It goes from one local midnight on which something
 * falls due to the next and does it there, so that nothing is done in another order than time would have brought it. It
 * answers the new time when all of it, jobs and mails included, is done.
 *
 * Jumps of one process wait for each other. Each step is decided under the lock on the clock's row, so those of several
 * processes go on from one another's steps, and no day is left out.
 */
export function makeAdvanceClock(deps: ClockDeps, work: Work): AdvanceClock {
  let last: Promise<unknown> = Promise.resolve()
  const advance: AdvanceClock = async (duration) => {
    const start = deps.clock.now()
    const target = start.toZonedDateTimeISO(BERLIN).add(duration).toInstant()
    let remaining = secondsUntil(start, target)
    // What is still being done belongs to the time before the jump.
    await work.drain()
    do {
      remaining -= await step(deps, work, remaining)
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

const nextMidnight = (now: Temporal.Instant) =>
  now.toZonedDateTimeISO(BERLIN).add({ days: 1 }).startOfDay().toInstant()

/** Moves to the first local midnight on which something falls due, or by `most` seconds if that is less; answers by how many. */
async function step({ db, clock }: ClockDeps, work: Work, most: number): Promise<number> {
  const seen = await readClockOffset(db)
  const now = clock.realNow().add({ seconds: seen })
  const due = await firstDue(now, now.add({ seconds: most }), work.isAnythingDue)
  let moved = 0
  const offset = await moveClockOffset(db, (present) => {
    const from = clock.realNow().add({ seconds: present })
    // Another process has moved it meanwhile, and what was found out is not true any more.
    const to = present === seen ? due : nextMidnight(from)
    moved = to ? Math.min(most, Math.max(0, secondsUntil(from, to))) : most
    return moved
  })
  clock.setOffsetSeconds(offset)
  return moved
}

/** The first local midnight before `end` on which something is due; null where nothing is. Looks ever further ahead, then in between. */
async function firstDue(
  from: Temporal.Instant,
  end: Temporal.Instant,
  isDue: Work['isAnythingDue'],
) {
  const midnights: Temporal.Instant[] = []
  for (let at = nextMidnight(from); Temporal.Instant.compare(at, end) < 0; at = nextMidnight(at))
    midnights.push(at)
  const last = midnights.at(-1)
  if (!last || !(await isDue(last))) return null
  let [idle, due] = [-1, midnights.length - 1]
  for (let ahead = 0; ahead < due; ahead = 2 * ahead + 1) {
    if (await isDue(midnights[ahead]!)) due = ahead
    else idle = ahead
  }
  while (due - idle > 1) {
    const between = (idle + due) >> 1
    if (await isDue(midnights[between]!)) due = between
    else idle = between
  }
  return midnights[due]!
}
