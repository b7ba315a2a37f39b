import { BERLIN } from '../../domain/dates.ts'
import { withTenant, type Database } from '../db/connection.ts'
import type { Clock } from './clock.ts'
import { askDue } from './due-store.ts'
import { runEveryStep } from './run-every-step.ts'
import { isPaced, type Sweep, type When } from './sweep.ts'

/** The last day and hour of which each tenant's sweeps were all done. Of a process: another one does them, too, which finds nothing. */
export type Paces = Map<string, { daily?: string; hourly?: string }>

const paceNames = ['daily', 'hourly'] as const

const isAsked = (when: When): when is Exclude<When, string> => typeof when !== 'string'

type Options = {
  paces: Paces
  signal?: AbortSignal | undefined
  /** Runs the work, if nobody else does; asked only if there may be some. */
  take?: (work: () => Promise<unknown>) => Promise<unknown>
}

/**
 * Runs a tenant's sweeps that are due, in order. One that was not due may become so by one before it, so that behind a sweep that had work all
 * that can be asked about run.
 */
export async function runDue(
  { db, clock }: { db: Database; clock: Clock },
  code: string,
  sweeps: readonly Sweep[],
  { paces, signal, take = (work) => work() }: Options,
): Promise<void> {
  const local = clock.now().toZonedDateTimeISO(BERLIN)
  const present = {
    daily: local.toPlainDate().toString(),
    hourly: local.toString().slice(0, 13) + local.offset,
  }
  const done = { ...paces.get(code) }
  const due = await findDue({ db }, code, sweeps)
  const failed = new Set<When>()
  let hadWork = false
  const isDue = ({ name, when }: Sweep) =>
    isPaced(when) ? done[when] !== present[when] : isAsked(when) && (hadWork || due.has(name))
  if (!sweeps.some(isDue)) return
  const steps = sweeps.map((sweep) => async () => {
    if (!isDue(sweep)) return
    const { when, run } = sweep
    if (isAsked(when)) hadWork = true
    try {
      await run()
    } catch (error) {
      failed.add(when)
      throw error
    }
  })
  let isTaken = false
  try {
    await take(() => {
      isTaken = true
      return runEveryStep(steps, signal)
    })
  } finally {
    if (isTaken && !signal?.aborted) {
      for (const pace of paceNames) if (!failed.has(pace)) done[pace] = present[pace]
      paces.set(code, done)
    }
  }
}

/** Names of the sweeps whose question has rows. */
export async function findDue(
  { db }: { db: Database },
  code: string,
  sweeps: readonly Sweep[],
): Promise<Set<string>> {
  const asked = sweeps.flatMap(({ name, when }) => (isAsked(when) ? [{ name, when }] : []))
  if (asked.length === 0) return new Set()
  const due = await withTenant(db, code, (tx) =>
    askDue(
      tx,
      asked.map(({ when }) => when),
    ),
  )
  return new Set(asked.flatMap(({ name }, at) => (due[at] ? [name] : [])))
}
