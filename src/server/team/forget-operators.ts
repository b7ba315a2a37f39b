import { BERLIN } from '../../domain/dates.ts'
import { platformCode } from '../../domain/platform.ts'
import { keptDays, keptYears, yearsKeptSince } from '../../domain/retention.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { forgetAccess, forgetNames, listLeft } from './left-store.ts'

/**
 * Forgets operators who have no right any more: first what let them in and what they kept for themselves, later who they were. Their id stays
 * where they did something. In real time, like their rights.
 */
export async function forgetOperators({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.realNow()
  const access = now.subtract({ hours: 24 * keptDays.endedAccess })
  const today = now.toZonedDateTimeISO(BERLIN).toPlainDate()
  await withTenant(db, platformCode, async (tx) => {
    await forgetAccess(tx, await listLeft(tx, now, access))
    await forgetNames(
      tx,
      await listLeft(tx, now, yearsKeptSince(today, keptYears.leftOperator)),
      now,
    )
  })
}
