import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { listDecisions } from '../order/decision-store.ts'
import { previewRewards } from '../reward/price-reward.ts'
import type { Waiting } from './ask-report.ts'

/** What stands beside orders before their release, by their number: what they would earn and cost, and what was decided and still waits. */
export async function expectOrders(
  tx: Tx,
  { deps, tenant, today }: Pick<Call, 'deps' | 'tenant' | 'today'>,
  rows: readonly { row_id: string; state: string }[],
): Promise<Map<string, Waiting>> {
  const open = rows
    .filter(({ state }) => state === 'reported' || state === 'confirmed')
    .map(({ row_id }) => row_id)
  const [amounts, decisions] = await together([
    () => previewRewards(tx, deps.keys, tenant, open, today),
    () => listDecisions(tx, tenant.code, open),
  ])
  const fee = tenant.agencyBilling?.feeCents
  return new Map(
    open.map((number) => {
      const { referrer = 0, recipient = 0 } = amounts.get(number) ?? {}
      const decision = decisions.find(({ orderNumber }) => orderNumber === number)
      const rewards = [referrer, recipient].filter((cents) => cents > 0).length
      return [
        number,
        {
          expectedCents: referrer + recipient,
          feeCents: fee === undefined ? null : fee * rewards,
          decision: decision
            ? {
                action: decision.refusal ? 'ablehnen' : 'freigeben',
                until: decision.dueAt.toString(),
              }
            : null,
        },
      ]
    }),
  )
}
