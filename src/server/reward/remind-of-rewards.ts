import type { Tenant } from '../../domain/tenant.ts'
import { audit, system } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { isAllBlocked } from './blocked-reward.ts'
import { markExpiringRewards } from './reminder-store.ts'
import { mailRewardReminders } from './reward-mails.ts'

const atOnce = 200

/**
 * Reminds of uncollected rewards some days before expiry (tenant setting); returns the number. Once per reminder day: mark and
 * mail are one transaction. Not for rewards collected meanwhile or blocked accounts, which get their days back.
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
      await mailRewardReminders(tx, deps, tenant, due)
      for (const reward of due) {
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
