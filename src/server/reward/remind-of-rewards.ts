import type { Tenant } from '../../domain/tenant.ts'
import { audit, system } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { isAllBlocked } from './blocked-reward.ts'
import { markExpiringRewards } from './reminder-store.ts'
import { mailRewardReminder } from './reward-mails.ts'

const atOnce = 200

/**
 * Reminds of rewards that nobody collected, so many days before they expire (a tenant setting); answers how many. Once a reminder
 * day, however often it runs: the mark and the mail are one transaction. Whoever collects meanwhile gets none, nor whose
 * account is blocked: it could not be collected, and has its days back afterwards.
 */
export async function remindOfRewards(deps: Deps, tenant: Tenant): Promise<number> {
  const days = tenant.reminders.rewardDays
  if (days.length === 0) return 0
  for (let total = 0; ;) {
    const done = await withTenant(deps.db, tenant.code, async (tx) => {
      const due = await markExpiringRewards(
        tx,
        tenant.code,
        isAllBlocked(tenant),
        deps.clock.today(),
        days,
        atOnce,
      )
      for (const reward of due) {
        await mailRewardReminder(tx, deps, tenant, reward)
        await audit(tx, tenant.code, {
          at: deps.clock.now(),
          actor: system,
          action: 'remind-of-reward',
          subjectKind: 'reward',
          subjectId: reward.reward_id,
        })
      }
      return due.length
    })
    total += done
    if (done < atOnce) return total
  }
}
