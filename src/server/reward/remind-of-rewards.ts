import type { Tenant } from '../../domain/tenant.ts'
import { audit, system } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { takeInSets } from '../run-in-sets.ts'
import { isAllBlocked } from './blocked-reward.ts'
import { listExpiringRewards, markExpiringRewards } from './reminder-store.ts'
import { mailRewardReminders } from './reward-mails.ts'

/**
 * Reminds of uncollected rewards some days before expiry (tenant setting); returns the number. Once per reminder day: mark and
 * mail are one transaction. Not for rewards collected meanwhile or blocked accounts, which get their days back.
 */
export async function remindOfRewards(deps: Deps, tenant: Tenant, atOnce = 200): Promise<number> {
  const daysBefore = tenant.reminders.rewardDays
  if (daysBefore.length === 0) return 0
  const { code } = tenant
  const asked = { allBlocked: isAllBlocked(tenant), today: deps.clock.today(), daysBefore }
  return takeInSets({
    list: (limit) => withTenant(deps.db, code, (tx) => listExpiringRewards(tx, code, asked, limit)),
    take: (some) =>
      withTenant(deps.db, code, async (tx) => {
        const due = await markExpiringRewards(tx, code, asked, some)
        await mailRewardReminders(tx, deps, tenant, due)
        for (const { reward_id: subjectId } of due)
          await audit(tx, code, {
            at: deps.clock.now(),
            actor: system,
            action: 'remind-of-reward',
            subjectKind: 'reward',
            subjectId,
          })
        return due.map(({ reward_id: id }) => id)
      }),
    atOnce,
  })
}
