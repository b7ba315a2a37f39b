import { audit, system, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { closeDays as write, lockClosedTo, reopenWithoutRepayment } from './bank-line-store.ts'
import { readClosedTo, readDays } from './open-item-store.ts'

/** The last day that can be closed: before today and the first open line, with a line on it or after it; null: none. */
export async function closableDay(tx: Tx, tenant: string, today: Temporal.PlainDate) {
  const { firstOpen, last } = await readDays(tx, tenant)
  if (last === null) return null
  const days = [today.subtract({ days: 1 }).toString(), last]
  if (firstOpen !== null)
    days.push(Temporal.PlainDate.from(firstOpen).subtract({ days: 1 }).toString())
  const day = days.toSorted()[0]!
  const closedTo = await readClosedTo(tx, tenant)
  return closedTo !== null && day <= closedTo ? null : day
}

/** Closes all days up to one; false if something of them is open, or nothing is left to close. */
export async function closeDays(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: string,
  day: string,
  actor: Actor,
): Promise<boolean> {
  const closedTo = await lockClosedTo(tx, tenant, 'update')
  const most = await closableDay(tx, tenant, deps.clock.today())
  if (most === null || day > most || (closedTo !== null && day <= closedTo)) return false
  const at = deps.clock.now()
  await write(tx, tenant, { day, at, by: actor.id })
  await audit(tx, tenant, {
    at,
    actor,
    action: 'bank-day-closed',
    subjectKind: 'bank-file',
    subjectId: day,
    change: { before: { bankDay: closedTo }, after: { bankDay: day } },
  })
  return true
}

const restDays = 5 // for what comes late

/** Nightly: days of which nothing is open are closed once they are some days old. A line whose repayment came to nothing is open. */
export const closeOldDays = (deps: Pick<Deps, 'db' | 'clock'>, tenant: string): Promise<void> =>
  withTenant(deps.db, tenant, async (tx) => {
    for (const subjectId of await reopenWithoutRepayment(tx, tenant, null))
      await audit(tx, tenant, {
        at: deps.clock.now(),
        actor: system,
        action: 'bank-line-assigned',
        subjectKind: 'bank-file',
        subjectId,
        change: { before: { bankLine: 'repayment' }, after: { bankLine: null } },
      })
    const most = await closableDay(tx, tenant, deps.clock.today())
    const old = deps.clock.today().subtract({ days: restDays }).toString()
    const day = most === null || most < old ? most : old
    if (day !== null) await closeDays(tx, deps, tenant, day, system)
  })
