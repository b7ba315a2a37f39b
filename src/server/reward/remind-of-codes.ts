import type { Tenant } from '../../domain/tenant.ts'
import { audit, system } from '../base/audit-store.ts'
import { listRewardOptions } from '../catalogue/store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { isAllBlocked } from './blocked-reward.ts'
import { mailVoucherReminder } from './reward-mails.ts'
import { takeUnshownCodes } from './shown-code-store.ts'

const atOnce = 200

/** Reminds once of voucher codes that were not shown on their owner's page; returns the number. Mark and mail are one transaction. */
export async function remindOfCodes(deps: Deps, tenant: Tenant): Promise<number> {
  const { code } = tenant
  for (let total = 0; ;) {
    const taken = await withTenant(deps.db, code, async (tx) => {
      const due = await takeUnshownCodes(tx, code, isAllBlocked(tenant), deps.clock.today(), atOnce)
      const options = due.length === 0 ? [] : await listRewardOptions(tx, code)
      for (const codes of due.filter(({ isToldOf }) => isToldOf)) {
        const option = options.find(({ option_id }) => option_id === codes.option_id)
        if (!option) continue
        await mailVoucherReminder(tx, deps, tenant, codes, option)
        await audit(tx, code, {
          at: deps.clock.now(),
          actor: system,
          action: 'remind-of-voucher',
          subjectKind: 'reward',
          subjectId: codes.reward_id,
        })
      }
      return due.length
    })
    total += taken
    if (taken < atOnce) return total
  }
}
