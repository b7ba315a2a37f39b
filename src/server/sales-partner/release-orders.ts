import { isDatabaseAway } from '../answer-error.ts'
import { system } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { listDue, type Due } from '../order/due-store.ts'
import { releasePartnerOrder } from '../order/record-partner-order.ts'

/**
 * Releases a partner's confirmed orders past the complaint period, one transaction each. Idempotent and safe in parallel. A
 * failure is logged and retried by the next run.
 */
export async function releasePartnerOrders(deps: Deps, code: string, atOnce = 500): Promise<void> {
  const { salesPartners } = await deps.tenants.get(code)
  if (!salesPartners) return
  let after: Due | null = null
  for (;;) {
    const due: Due[] = await withTenant(deps.db, code, (tx) =>
      listDue(tx, 'partner_orders', code, deps.clock.today(), after, atOnce),
    )
    for (const { number } of due) {
      try {
        await withTenant(deps.db, code, (tx) =>
          releasePartnerOrder(tx, code, number, { actor: system, now: deps.clock.now() }),
        )
      } catch (error) {
        if (isDatabaseAway(error)) throw error
        // Message only: a database error's details may quote a row.
        const message = error instanceof Error ? error.message : String(error)
        deps.log.error(
          { err: { message }, tenant: code, order: number },
          'An order was not released',
        )
      }
    }
    if (due.length < atOnce) return
    after = due.at(-1)!
  }
}
