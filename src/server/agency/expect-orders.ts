import { mostOfFilter } from '../../domain/order.ts'
import type { CappedSplit, Split } from '../../domain/money.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { listDecisions, type Decision } from '../order/decision-store.ts'
import { previewRewards } from '../reward/price-reward.ts'
import { scopeOf, type Waiting } from './ask-report.ts'
import { listWaitingBeside } from './waiting-store.ts'

type Asking = Pick<Call, 'deps' | 'tenant' | 'today' | 'caller'>
type Amounts = ReadonlyMap<string, CappedSplit>

/** Unreleased orders by number: expected earnings, costs, and waiting decisions. */
export async function expectOrders(
  tx: Tx,
  call: Asking,
  rows: readonly { row_id: string; state: string }[],
): Promise<Map<string, Waiting>> {
  const of = (wanted: string) =>
    rows.filter(({ state }) => state === wanted).map(({ row_id }) => row_id)
  const reported = of('reported')
  const open = [...of('confirmed'), ...reported]
  const { inRows, decisions } = await estimateOrders(tx, call, open, reported)
  return new Map(
    open.map((number) => {
      const decision = decisions.get(number)
      return [
        number,
        {
          ...costOf(call.tenant, inRows.get(number)),
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

/**
 * Expected earnings of orders. In rows: as if all waiting ones were released, decided ones first, then oldest contract, then
 * reported ones, so that rows sum up to the total. Chosen: as if only these were released.
 */
export async function estimateOrders(
  tx: Tx,
  { deps, tenant, today, caller }: Asking,
  orders: readonly string[],
  reported: readonly string[] = [],
): Promise<{
  inRows: Amounts
  ofChosen: (chosen: readonly string[]) => Amounts
  decisions: Map<string, Decision>
}> {
  const { code } = tenant
  const scope = scopeOf(caller, 'orders')
  const beside = await listWaitingBeside(tx, code, scope, orders, mostOfFilter)
  const all = [...new Set([...orders, ...beside])]
  const [decided, preview] = await together([
    () => listDecisions(tx, code, all),
    () => previewRewards(tx, deps.keys, tenant, all, today),
  ])
  const decisions = new Map(decided.map((one) => [one.orderNumber, one]))
  const early = new Set(reported)
  const stepOf = (number: string) => {
    const decision = decisions.get(number)
    if (decision) return decision.refusal ? 3 : 0
    return early.has(number) ? 2 : 1
  }
  const steps = [0, 1, 2, 3].map((step) => all.filter((number) => stepOf(number) === step))
  return {
    inRows: preview(steps),
    ofChosen: (chosen) => preview([steps[0]!, chosen]),
    decisions,
  }
}

/** Sum and net fee of an order's rewards; null if the tenant charges none. */
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
