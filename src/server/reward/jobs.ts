import { pauseDays } from '../../domain/clawback.ts'
import { endOfLocalDay, startOfLocalDay } from '../../domain/dates.ts'
import { yearsKeptSince } from '../../domain/retention.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { runEveryStep } from '../base/run-every-step.ts'
import { anyOf } from '../base/due-store.ts'
import type { Sweep } from '../base/sweep.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { dueDecisions } from '../order/decision-store.ts'
import { dueOrders } from '../order/due-store.ts'
import { forgetUsedBankData } from './account-end-store.ts'
import { applyDecisions } from './apply-decisions.ts'
import { isAllBlocked } from './blocked-reward.ts'
import { toldToSetOff } from './clawback-store.ts'
import { expireRewards } from './expire-rewards.ts'
import { eraseAsked, forgetPersons } from './erase-recipient.ts'
import { provideRewards } from './provide-rewards.ts'
import { setOffByItself } from './set-off-by-itself.ts'
import { forgetReferences } from './repayment-store.ts'
import { remindOfCodes } from './remind-of-codes.ts'
import { remindOfRewards } from './remind-of-rewards.ts'
import { releaseDueOrders } from './release-due-orders.ts'
import { dueToExpire, providable } from './provide-store.ts'
import { unclaimed } from './unclaimed-store.ts'

/**
 * The sweeps of a tenant: decisions, releases, provisions, expiries and their reminders, deletions of recipients and of bank data after the last
 * payment.
 */
export function rewardSweeps(deps: Deps, tenant: Tenant): Sweep[] {
  const { code } = tenant
  const [now, today] = [deps.clock.now(), deps.clock.today()]
  const allBlocked = isAllBlocked(tenant)
  const days = (count: number) => today.subtract({ days: count })
  return [
    {
      name: 'applyDecisions',
      when: dueDecisions(code, now),
      run: () => applyDecisions(deps, tenant),
    },
    {
      name: 'releaseDueOrders',
      when: dueOrders('orders', code, today),
      run: () => releaseDueOrders(deps, tenant),
    },
    {
      name: 'provideRewards',
      when: providable(code, allBlocked, endOfLocalDay(days(tenant.unclaimedDays))),
      run: () => provideRewards(deps, tenant, {}),
    },
    {
      name: 'expireRewards',
      when: anyOf(
        dueToExpire(code, allBlocked, today),
        unclaimed(
          code,
          allBlocked,
          endOfLocalDay(today.subtract({ months: tenant.rewardMonths, days: 1 })),
        ),
      ),
      run: () => expireRewards(deps, tenant),
    },
    {
      name: 'setOffByItself',
      when: tenant.setsOffByItself
        ? toldToSetOff(code, allBlocked, startOfLocalDay(days(pauseDays - 1)))
        : 'never',
      run: () => setOffByItself(deps, tenant),
    },
    // Whoever has nothing open is deleted when they ask; this is for the others.
    { name: 'eraseAsked', when: 'hourly', run: () => eraseAsked(deps, tenant) },
    { name: 'forgetPersons', when: 'daily', run: () => forgetPersons(deps, code) },
    { name: 'remindOfRewards', when: 'daily', run: () => remindOfRewards(deps, tenant) },
    { name: 'remindOfCodes', when: 'daily', run: () => remindOfCodes(deps, tenant) },
    {
      name: 'forgetUsedBankData',
      when: 'hourly',
      run: () => withTenant(deps.db, code, (tx) => forgetUsedBankData(tx, code, 1_000)),
    },
    {
      name: 'forgetReferences',
      when: 'daily',
      run: () =>
        withTenant(deps.db, code, (tx) =>
          forgetReferences(tx, code, yearsKeptSince(today, tenant.retentionYears)),
        ),
    },
  ]
}

/** Runs them all. A failing one does not stop the others; the first error is thrown. */
export async function runRewardSweeps(deps: Deps, code: string): Promise<void> {
  const sweeps = rewardSweeps(deps, await deps.tenants.get(code))
  await runEveryStep(sweeps.map(({ run }) => run))
}
