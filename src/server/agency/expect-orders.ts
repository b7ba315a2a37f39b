import type { Split } from '../../domain/money.ts'
import type { Tenant } from '../../domain/tenant.ts'
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
  return new Map(
    open.map((number) => {
      const decision = decisions.find(({ orderNumber }) => orderNumber === number)
      return [
        number,
        {
          ...costOf(tenant, amounts.get(number)),
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

/** What an order's rewards come to, and the net fee for them; null where the tenant takes none. */
export function costOf(
  { agencyBilling }: Tenant,
  { referrer, recipient }: Split = { referrer: 0, recipient: 0 },
): { expectedCents: number; feeCents: number | null } {
  const rewards = [referrer, recipient].filter((cents) => cents > 0).length
  return {
    expectedCents: referrer + recipient,
    feeCents: agencyBilling ? agencyBilling.feeCents * rewards : null,
  }
}
