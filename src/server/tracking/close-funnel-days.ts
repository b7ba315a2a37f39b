import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { closeFunnel } from './funnel-days-store.ts'

/** The last day that nothing is added to any more: what was begun before midnight is written after it. */
export const lastClosedDay = (today: Temporal.PlainDate): Temporal.PlainDate =>
  today.subtract({ days: 2 })

/** Counts the funnel's days that are over. */
export const closeFunnelDays = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  tenant: string,
): Promise<void> =>
  withTenant(db, tenant, (tx) => closeFunnel(tx, tenant, lastClosedDay(clock.today())))
