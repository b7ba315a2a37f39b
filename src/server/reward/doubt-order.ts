import { doubts, doubtsText, type Doubt } from '../../domain/doubt.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, system, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { markDoubted } from '../order/state-store.ts'
import type { Clued } from '../order/unmatched-store.ts'
import { highestCentsOf } from './price-reward.ts'

/** Keeps what speaks against a contract, so that its rewards wait for somebody other than `by`. */
export async function doubtOrder(
  tx: Tx,
  tenant: string,
  number: string,
  found: readonly Doubt[],
  of: { by: string; actor: Actor; at: Temporal.Instant; details?: Record<string, string> },
): Promise<void> {
  const { by, actor, at, details = {} } = of
  await markDoubted(tx, tenant, number, { doubts: found, by })
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

/** A contract of somebody's file that has found its person and may earn more than it was counted as waits for somebody else than its bringer (693). */
export async function doubtIfWorthMore(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  tenant: Tenant,
  number: string,
  { brought_by: by, counted_cents: counted }: Clued,
): Promise<void> {
  if (by === null || counted === null) return
  const cents = await highestCentsOf(tx, tenant, number)
  if (cents <= counted) return
  await doubtOrder(tx, tenant.code, number, ['worth-more'], {
    by,
    actor: system,
    at: clock.now(),
  })
}
