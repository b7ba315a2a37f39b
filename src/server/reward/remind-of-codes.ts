import type { Tenant } from '../../domain/tenant.ts'
import { audit, system } from '../base/audit-store.ts'
import { listRewardOptions } from '../catalogue/store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { takeInSets } from '../run-in-sets.ts'
import { isAllBlocked } from './blocked-reward.ts'
import { mailVoucherReminders } from './reward-mails.ts'
import { listUnshownCodes, takeUnshownCodes, type UnshownCodes } from './shown-code-store.ts'

/**
 * Reminds once of voucher codes that were not shown on their owner's page; returns the number. Mark and mail are one transaction.
 */
export async function remindOfCodes(deps: Deps, tenant: Tenant, atOnce = 200): Promise<number> {
  const { code } = tenant
  const today = deps.clock.today()
  const blocked = isAllBlocked(tenant)
  return takeInSets({
    list: (limit) =>
      withTenant(deps.db, code, (tx) => listUnshownCodes(tx, code, blocked, today, limit)),
    take: (some) =>
      withTenant(deps.db, code, async (tx) => {
        const found = await takeUnshownCodes(tx, code, blocked, today, some)
        await remindOf(
          tx,
          deps,
          tenant,
          found.filter(({ isToldOf }) => isToldOf),
        )
        return found.map(({ reward_id: id }) => id)
      }),
    atOnce,
  })
}

async function remindOf(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  taken: readonly UnshownCodes[],
): Promise<void> {
  if (taken.length === 0) return
  const options = await listRewardOptions(tx, tenant.code)
  const told = taken.flatMap((codes) => {
    const option = options.find(({ option_id }) => option_id === codes.option_id)
    return option ? { codes, option } : []
  })
  await mailVoucherReminders(tx, deps, tenant, told)
  for (const { codes } of told)
    await audit(tx, tenant.code, {
      at: deps.clock.now(),
      actor: system,
      action: 'remind-of-voucher',
      subjectKind: 'reward',
      subjectId: codes.reward_id,
    })
}
