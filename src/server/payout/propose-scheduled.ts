import { BERLIN, localDate } from '../../domain/dates.ts'
import { isScheduled, scheduler } from '../../domain/payout-proposal.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { isAllBlocked } from '../reward/blocked-reward.ts'
import { sumDue } from '../reward/due-store.ts'
import { sumPayable } from './partner-store.ts'
import { lastScheduled } from './proposal-store.ts'
import { proposePayout } from './propose-payout.ts'

/** Proposes what is due on the tenant's day and hour, if it is enough; people approve it. Nothing while another proposal is not over. */
export async function proposeScheduled(deps: Deps, code: string): Promise<void> {
  const tenant = await deps.tenants.get(code)
  const { schedule } = tenant.payouts
  if (!schedule || tenant.isDraft) return
  const now = deps.clock.now()
  const isDue = await withTenant(deps.db, code, async (tx) => {
    const last = await lastScheduled(tx, code)
    const lastOn = last && localDate(last)
    if (!isScheduled(schedule, now.toZonedDateTimeISO(BERLIN), lastOn)) return false
    const rewards = await sumDue(tx, code, deps.clock.today(), isAllBlocked(tenant))
    const partners = await sumPayable(tx, code)
    const cents = rewards.cents + partners.cents
    return cents > 0 && cents >= schedule.leastCents
  })
  if (!isDue) return
  const actor = { kind: 'system', id: scheduler } as const
  await proposePayout(deps, code, actor, { leastCents: schedule.leastCents })
}
