import type { Tenant } from '../../domain/tenant.ts'
import { system } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { listDecisions } from '../order/decision-store.ts'
import { listDue, type Due } from '../order/due-store.ts'
import { lockOrders } from '../order/store.ts'
import { perSet, runInSets } from '../run-in-sets.ts'
import { countApart, releaseOrders } from './release-order.ts'
import { listEmails } from './release-store.ts'

/**
 * Releases all confirmed orders past their complaint period, in sets of a transaction each; returns the number. Idempotent and safe in
 * parallel: 'already' for all but one. A failing order is logged and retried by the next run.
 */
export async function releaseDueOrders(deps: Deps, tenant: Tenant, atOnce = 500): Promise<number> {
  const { code } = tenant
  let released = 0
  let after: Due | null = null
  for (;;) {
    const [due, emails] = await withTenant(deps.db, code, async (tx) => {
      const found: Due[] = await listDue(tx, 'orders', code, deps.clock.today(), after, atOnce)
      return [
        found,
        await listEmails(
          tx,
          code,
          found.map(({ number }) => number),
        ),
      ] as const
    })
    await runInSets(
      due.map(({ number }) => number),
      {
        sizeOf: (numbers) =>
          countApart(numbers.slice(0, perSet).map((number) => emails.get(number) ?? '')),
        work: async (numbers) => {
          const answers = await withTenant(deps.db, code, async (tx) => {
            await lockOrders(tx, code, numbers)
            // A pending refusal can still be undone, so no release now.
            const pending = await listDecisions(tx, code, numbers)
            const decided = new Set(pending.map(({ orderNumber }) => orderNumber))
            const open = numbers.filter((number) => !decided.has(number))
            const some = await releaseOrders(tx, deps, tenant, open, () => system)
            return { some, left: open.filter((number) => !some.has(number)) }
          })
          released += answers.some
            .values()
            .filter(({ kind }) => kind === 'released')
            .toArray().length
          return answers.left
        },
        failed: (number, error) =>
          deps.log.error(
            { err: messageOf(error), tenant: code, order: number },
            'An order could not be released',
          ),
      },
    )
    if (due.length < atOnce) return released
    after = due.at(-1)!
  }
}

// Message only: a database error's details may quote a row.
const messageOf = (error: unknown) => ({
  message: error instanceof Error ? error.message : String(error),
})
