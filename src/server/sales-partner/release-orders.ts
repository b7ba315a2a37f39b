import { system } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { listDue, type Due } from '../order/due-store.ts'
import { releaseCommissions } from '../order/record-partner-order.ts'
import { runInSets } from '../run-in-sets.ts'

/**
 * Releases a partner's confirmed orders past the complaint period, in sets of a transaction each. Idempotent and safe in parallel. A
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
    await runInSets(
      due.map(({ number }) => number),
      {
        work: (numbers) =>
          withTenant(deps.db, code, (tx) =>
            releaseCommissions(tx, code, numbers, { actor: system, now: deps.clock.now() }),
          ),
        failed: (number, error) => {
          // Message only: a database error's details may quote a row.
          const message = error instanceof Error ? error.message : String(error)
          deps.log.error(
            { err: { message }, tenant: code, order: number },
            'An order was not released',
          )
        },
      },
    )
    if (due.length < atOnce) return
    after = due.at(-1)!
  }
}
