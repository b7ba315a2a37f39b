import type { Tenant } from '../../domain/tenant.ts'
import { isDatabaseAway } from '../answer-error.ts'
import { system } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { findDecision } from '../order/decision-store.ts'
import { listDue, type Due } from '../order/due-store.ts'
import { lockOrder } from '../order/store.ts'
import { releaseOrder } from './release-order.ts'

/**
 * Releases all confirmed orders past their complaint period; returns the number. Idempotent and safe in parallel: one
 * transaction each, 'already' for all but one. A failing order is logged and retried by the next run.
 */
export async function releaseDueOrders(deps: Deps, tenant: Tenant, atOnce = 500): Promise<number> {
  let released = 0
  let after: Due | null = null
  for (;;) {
    const due: Due[] = await withTenant(deps.db, tenant.code, (tx) =>
      listDue(tx, 'orders', tenant.code, deps.clock.today(), after, atOnce),
    )
    for (const { number } of due) {
      try {
        const answer = await withTenant(deps.db, tenant.code, async (tx) => {
          await lockOrder(tx, tenant.code, number)
          // A pending refusal can still be undone, so no release now.
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
    if (due.length < atOnce) return released
    after = due.at(-1)!
  }
}

// Message only: a database error's details may quote a row.
const messageOf = (error: unknown) => ({
  message: error instanceof Error ? error.message : String(error),
})
