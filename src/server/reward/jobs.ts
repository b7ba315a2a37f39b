import { yearsKeptSince } from '../../domain/retention.ts'
import { runEveryStep } from '../base/run-every-step.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { forgetUsedBankData } from './account-end-store.ts'
import { applyDecisions } from './apply-decisions.ts'
import { expireRewards } from './expire-rewards.ts'
import { eraseAsked, forgetPersons } from './erase-recipient.ts'
import { provideRewards } from './provide-rewards.ts'
import { setOffByItself } from './set-off-by-itself.ts'
import { forgetReferences } from './repayment-store.ts'
import { remindOfCodes } from './remind-of-codes.ts'
import { remindOfRewards } from './remind-of-rewards.ts'
import { releaseDueOrders } from './release-due-orders.ts'

/**
 * The sweeps of a tenant (code): decisions, releases, provisions, expiries and their reminders, deletions of recipients and of
 * bank data after the last payment. Idempotent and safe in parallel. A failing sweep does not stop the others; the first error
 * is thrown.
 */
export async function runRewardSweeps(deps: Deps, code: string): Promise<void> {
  const tenant = await deps.tenants.get(code)
  await runEveryStep([
    () => applyDecisions(deps, tenant),
    () => releaseDueOrders(deps, tenant),
    () => provideRewards(deps, tenant, {}),
    () => expireRewards(deps, tenant),
    () => setOffByItself(deps, tenant),
    () => eraseAsked(deps, tenant),
    () => forgetPersons(deps, code),
    () => remindOfRewards(deps, tenant),
    () => remindOfCodes(deps, tenant),
    () => withTenant(deps.db, code, (tx) => forgetUsedBankData(tx, code, 1_000)),
    () =>
      withTenant(deps.db, code, (tx) =>
        forgetReferences(tx, code, yearsKeptSince(deps.clock.today(), tenant.retentionYears)),
      ),
  ])
}
