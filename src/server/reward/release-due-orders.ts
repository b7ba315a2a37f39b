import type { Tenant } from '../../domain/tenant.ts'
import { isDatabaseAway } from '../answer-error.ts'
import { system } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { findDecision } from '../order/decision-store.ts'
import { lockOrder } from '../order/store.ts'
import { releaseOrder } from './release-order.ts'
import { listReleasable } from './store.ts'

/**
 * Releases every confirmed order whose complaint period is over; answers how many. Safe to run twice and in parallel: each order
 * has a transaction of its own, and releaseOrder() answers 'already' to all but one; `atOnce` are looked up at a time. An order that cannot be
 * released is logged and does not hold the others up; the next run tries it again.
 */
export async function releaseDueOrders(deps: Deps, tenant: Tenant, atOnce = 500): Promise<number> {
  let released = 0
  let after = ''
  for (;;) {
    const numbers = await withTenant(deps.db, tenant.code, (tx) =>
      listReleasable(tx, tenant.code, deps.clock.today(), after, atOnce),
    )
    for (const number of numbers) {
      try {
        const answer = await withTenant(deps.db, tenant.code, async (tx) => {
          await lockOrder(tx, tenant.code, number)
          // Somebody has just refused it, and it must not be released while they could take that back.
          if (await findDecision(tx, tenant.code, number)) return null
          return releaseOrder(tx, deps, tenant, number, system)
        })
        if (answer?.kind === 'released') released++
      } catch (error) {
        if (isDatabaseAway(error)) throw error
        deps.log.error(
          { err: messageOf(error), tenant: tenant.code, order: number },
          'An order could not be released',
        )
      }
    }
    if (numbers.length < atOnce) return released
    after = numbers.at(-1)!
  }
}

// The message alone: a database error's details may quote a row.
const messageOf = (error: unknown) => ({
  message: error instanceof Error ? error.message : String(error),
})
