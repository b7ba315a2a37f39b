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
  runSweeps: (tenants?: readonly string[]) => Promise<unknown> // without: of all
  drain: () => Promise<unknown>
  listDue: (at: Temporal.Instant) => Promise<readonly string[]> // tenants with work at that time
}

/**
 * Makes the function that advances the demo's clock (domain.md section 7): from one local midnight with due work to the next, so
 * that everything runs in its natural order. On the way those tenants are swept that have some; at the end all. Resolves when all is done, jobs and mails included. Jumps of a process are
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
      const { moved, due } = await step(deps, work, remaining)
      remaining -= moved
      await work.runSweeps(remaining > 0 ? due : undefined)
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

/** Moves to the first local midnight with due work, at most by `most` seconds. @returns the step, and who has the work, if that is known */
async function step(
  { db, clock }: ClockDeps,
  work: Work,
  most: number,
): Promise<{ moved: number; due?: readonly string[] }> {
  const seen = await readClockOffset(db)
  const now = clock.realNow().add({ seconds: seen })
  const first = await findFirst(now, now.add({ seconds: most }), work.listDue)
  let moved = 0
  let isStale = false
  const offset = await moveClockOffset(db, (present) => {
    const from = clock.realNow().add({ seconds: present })
    // Moved by another process.
    isStale = present !== seen
    const to = isStale ? nextMidnight(from) : first?.at
    moved = to ? Math.min(most, Math.max(0, secondsUntil(from, to))) : most
    return moved
  })
  clock.setOffsetSeconds(offset)
  return isStale || !first ? { moved } : { moved, due: first.due }
}

/**
 * The first local midnight before `end` with due work, and whose; null: none. The next one is tried alone, as it mostly is the one; then exponential,
 * then binary search.
 */
async function findFirst(from: Temporal.Instant, end: Temporal.Instant, listDue: Work['listDue']) {
  const midnights: Temporal.Instant[] = []
  for (let at = nextMidnight(from); Temporal.Instant.compare(at, end) < 0; at = nextMidnight(at))
    midnights.push(at)
  const found = new Map<number, readonly string[]>()
  const isDue = async (place: number) => {
    const due = await listDue(midnights[place]!)
    found.set(place, due)
    return due.length > 0
  }
  let [idle, due] = [-1, midnights.length - 1]
  if (due < 0) return null
  if (await isDue(0)) due = 0
  else if (due === 0 || !(await isDue(due))) return null
  else idle = 0
  for (let ahead = 1; due > 0 && ahead < due; ahead = 2 * ahead + 1) {
    if (await isDue(ahead)) due = ahead
    else idle = ahead
  }
  while (due - idle > 1) {
    const between = (idle + due) >> 1
    if (await isDue(between)) due = between
    else idle = between
  }
  return { at: midnights[due]!, due: found.get(due)! }
}
