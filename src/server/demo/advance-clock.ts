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
  tenants: () => Promise<readonly string[]>
  isDue: (tenant: string, at: Temporal.Instant) => Promise<boolean> // whether it has work at that time
  runSweeps: (tenants?: readonly string[]) => Promise<unknown> // without: of all
  drain: () => Promise<unknown>
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
    const firsts: Firsts = new Map()
    do {
      const { moved, due } = await step(deps, work, { most: remaining, firsts })
      remaining -= moved
      await work.runSweeps(remaining > 0 ? due : undefined)
      await work.drain()
      for (const code of due ?? firsts.keys()) firsts.delete(code)
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

/** Each tenant's first midnight with work before the jump's end, until it is swept; null: none. What is due stays due. */
type Firsts = Map<string, Temporal.Instant | null>

/** Moves to the first local midnight with due work, at most by `most` seconds. @returns the step, and who has the work, if that is known */
async function step(
  { db, clock }: ClockDeps,
  work: Work,
  { most, firsts }: { most: number; firsts: Firsts },
): Promise<{ moved: number; due?: readonly string[] }> {
  const seen = await readClockOffset(db)
  const now = clock.realNow().add({ seconds: seen })
  const midnights = midnightsBetween(now, now.add({ seconds: most }))
  for (const code of await work.tenants())
    if (!firsts.has(code))
      firsts.set(code, await findFirst(midnights, (at) => work.isDue(code, at)))
  const [first] = [...firsts.values()].filter((at) => at !== null).sort(Temporal.Instant.compare)
  let moved = 0
  let isStale = false
  const offset = await moveClockOffset(db, (present) => {
    const from = clock.realNow().add({ seconds: present })
    // Moved by another process.
    isStale = present !== seen
    const to = isStale ? nextMidnight(from) : first
    moved = to ? Math.min(most, Math.max(0, secondsUntil(from, to))) : most
    return moved
  })
  clock.setOffsetSeconds(offset)
  if (isStale || !first) return { moved }
  return { moved, due: [...firsts].flatMap(([code, at]) => (at?.equals(first) ? [code] : [])) }
}

function midnightsBetween(from: Temporal.Instant, end: Temporal.Instant): Temporal.Instant[] {
  const midnights: Temporal.Instant[] = []
  for (let at = nextMidnight(from); Temporal.Instant.compare(at, end) < 0; at = nextMidnight(at))
    midnights.push(at)
  return midnights
}

/** The first one is tried first, as it mostly is the one, then ones ever further away, then those between the last two. */
async function findFirst(
  midnights: readonly Temporal.Instant[],
  isDue: (at: Temporal.Instant) => Promise<boolean>,
): Promise<Temporal.Instant | null> {
  const last = midnights.length - 1
  if (last < 0) return null
  let [idle, due] = [-1, 0]
  while (!(await isDue(midnights[due]!))) {
    if (due === last) return null
    idle = due
    due = Math.min(last, 2 * due + 1)
  }
  while (due - idle > 1) {
    const between = (idle + due) >> 1
    if (await isDue(midnights[between]!)) due = between
    else idle = between
  }
  return midnights[due]!
}
