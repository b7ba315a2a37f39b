import { runEveryStep } from '../base/run-every-step.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { forgetUsedBankData } from './account-end-store.ts'
import { applyDecisions } from './apply-decisions.ts'
import { expireRewards } from './expire-rewards.ts'
import { eraseAsked, forgetPersons } from './erase-recipient.ts'
import { provideRewards } from './provide-rewards.ts'
import { remindOfRewards } from './remind-of-rewards.ts'
import { releaseDueOrders } from './release-due-orders.ts'

/**
 * Does what fell due in a tenant (its code): decisions that can no longer be taken back are done, orders release themselves, open rewards are provided that were waiting, uncollected
 * ones expire and are reminded of before, recipients who asked for it are forgotten, bank data of deleted accounts go after their last
 * payment. Safe to run twice and by several processes at once. Each is done even when another fails; the first error is thrown.
 */
export async function runRewardSweeps(deps: Deps, code: string): Promise<void> {
  const tenant = await deps.tenants.get(code)
  await runEveryStep([
    () => applyDecisions(deps, tenant),
    () => releaseDueOrders(deps, tenant),
    () => provideRewards(deps, tenant, {}),
    () => expireRewards(deps, tenant),
    () => eraseAsked(deps, tenant),
    () => forgetPersons(deps, code),
    () => remindOfRewards(deps, tenant),
    () => withTenant(deps.db, code, (tx) => forgetUsedBankData(tx, code, 1_000)),
  ])
}
