import { BERLIN } from '../../domain/dates.ts'
import type { Deps } from '../context.ts'
import { moveClockOffset, readClockOffset } from './clock-store.ts'

type ClockDeps = Pick<Deps, 'db' | 'clock'>

export type AdvanceClock = (duration: Temporal.Duration) => Promise<Temporal.Instant>

const secondsUntil = (from: Temporal.Instant, to: Temporal.Instant) =>
  Math.ceil(from.until(to).total('seconds'))

/**
 * Follows the database's clock: at start, and when other processes move it. Never backwards, as an older answer may arrive late.
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
 * Makes the function that advances the demo's clock (domain.md section 7): from one local midnight with due work to the next, so
 * that everything runs in its natural order. Resolves when all is done, jobs and mails included. Jumps of a process are
 * serialised; steps are decided under the clock row's lock, so that parallel processes skip no day.
 */
export function makeAdvanceClock(deps: ClockDeps, work: Work): AdvanceClock {
  let last: Promise<unknown> = Promise.resolve()
  const advance: AdvanceClock = async (duration) => {
    const start = deps.clock.now()
    const target = start.toZonedDateTimeISO(BERLIN).add(duration).toInstant()
    let remaining = secondsUntil(start, target)
    // Running work belongs before the jump.
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

/** Moves to the first local midnight with due work, at most by `most` seconds; returns the step. */
async function step({ db, clock }: ClockDeps, work: Work, most: number): Promise<number> {
  const seen = await readClockOffset(db)
  const now = clock.realNow().add({ seconds: seen })
  const due = await firstDue(now, now.add({ seconds: most }), work.isAnythingDue)
  let moved = 0
  const offset = await moveClockOffset(db, (present) => {
    const from = clock.realNow().add({ seconds: present })
    // Moved by another process, so the result is stale.
    const to = present === seen ? due : nextMidnight(from)
    moved = to ? Math.min(most, Math.max(0, secondsUntil(from, to))) : most
    return moved
  })
  clock.setOffsetSeconds(offset)
  return moved
}

/** The first local midnight before `end` with due work, or null. Exponential, then binary search. */
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
