import { mostOfFilter } from '../../domain/order.ts'
import type { CappedSplit, Split } from '../../domain/money.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { listDecisions, type Decision } from '../order/decision-store.ts'
import { previewRewards } from '../reward/price-reward.ts'
import { scopeOf, type Waiting } from './ask-report.ts'
import { listWaitingBeside } from './waiting-store.ts'

type Asking = Pick<Call, 'deps' | 'tenant' | 'today' | 'caller'>
type Amounts = ReadonlyMap<string, CappedSplit>

/** What stands beside orders before their release, by their number: what they would earn and cost, and what was decided and still waits. */
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
 * What orders would earn. In rows: if all that waits for whoever asks were released, what was decided first, then the oldest contract; one that
 * was only reported comes after those, so that rows come to what all that wait come to. Chosen: if these were released and nothing else.
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
  const decisions = new Map(
    (await listDecisions(tx, code, all)).map((one) => [one.orderNumber, one]),
  )
  const preview = await previewRewards(tx, deps.keys, tenant, all, today)
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
