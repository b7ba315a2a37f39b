import { doubts, doubtsText, type Doubt } from '../../domain/doubt.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Tx } from '../db/connection.ts'
import { markDoubted } from '../order/state-store.ts'
import type { UnmatchedOrder } from '../order/unmatched-store.ts'
import { highestCentsOf } from './price-reward.ts'

/** Keeps what speaks against a contract, so that its rewards wait for somebody other than those two. */
export async function doubtOrder(
  tx: Tx,
  tenant: string,
  number: string,
  found: readonly Doubt[],
  of: {
    by: string
    bringer?: string | null // whose file it came by
    actor: Actor
    at: Temporal.Instant
    details?: Record<string, string>
  },
): Promise<void> {
  const { by, bringer = null, actor, at, details = {} } = of
  await markDoubted(tx, tenant, number, { doubts: found, by, bringer })
  await audit(tx, tenant, {
    at,
    actor,
    action: 'order-doubted',
    subjectKind: 'order',
    subjectId: number,
    details,
    change: { before: null, after: { doubts: doubts.filter((one) => found.includes(one)) } },
    reason: doubtsText(found, 'de'),
  })
}

/** Whether a contract of somebody's file that has found its person may earn more than it was counted as (693). */
export async function isWorthMore(
  tx: Tx,
  tenant: Tenant,
  number: string,
  { brought_by: by, counted_cents: counted }: Pick<UnmatchedOrder, 'brought_by' | 'counted_cents'>,
): Promise<boolean> {
  if (by === null || counted === null) return false
  return (await highestCentsOf(tx, tenant, number)) > counted
}
