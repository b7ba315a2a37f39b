import type { PayoutState } from '../../domain/payout.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import {
  findBatch,
  listPayoutsOf,
  selectBatches,
  sumByState,
  type Batch,
  type Payout,
} from './store.ts'

export type ListedBatch = {
  batchId: string
  messageId: string
  createdAt: Temporal.Instant
  createdBy: string
  executionOn: string
  transfers: number
  totalCents: number
  /** Transfers to sales partners; the others are rewards. */
  partners: number
  /** Payouts by state. */
  states: Record<PayoutState, { count: number; cents: number }>
}

/** A tenant's payout batches, newest first. */
export function listBatches(deps: Deps, tenant: string, limit = 100): Promise<ListedBatch[]> {
  return withTenant(deps.db, tenant, async (tx) => {
    const batches = await selectBatches(tx, tenant, limit)
    const sums = await sumByState(
      tx,
      tenant,
      batches.map((batch) => batch.batch_id),
    )
    return batches.map((batch) =>
      listed(
        batch,
        sums.filter((sum) => sum.batch_id === batch.batch_id),
      ),
    )
  })
}

function listed(
  batch: Batch,
  sums: { state: PayoutState; count: number; cents: number; partners: number }[],
): ListedBatch {
  const states = {
    'in-transit': { count: 0, cents: 0 },
    paid: { count: 0, cents: 0 },
    rejected: { count: 0, cents: 0 },
    returned: { count: 0, cents: 0 },
  }
  for (const { state, count, cents } of sums) states[state] = { count, cents }
  return {
    batchId: batch.batch_id,
    messageId: batch.message_id,
    createdAt: batch.created_at,
    createdBy: batch.created_by,
    executionOn: batch.execution_on,
    transfers: batch.transfers,
    totalCents: batch.total_cents,
    partners: sums.reduce((all, { partners }) => all + partners, 0),
    states,
  }
}

/** A batch with its payouts, without names and account numbers. Throws `not-found`. */
export function showBatch(
  deps: Deps,
  tenant: string,
  batchId: string,
): Promise<{ batch: Batch; payouts: Payout[] }> {
  return withTenant(deps.db, tenant, async (tx) => {
    const batch = await findBatch(tx, tenant, batchId)
    if (!batch) throw fail('not-found')
    return { batch, payouts: await listPayoutsOf(tx, tenant, batchId) }
  })
}
