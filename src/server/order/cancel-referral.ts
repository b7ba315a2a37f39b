import { audit, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { markReferralCancelled } from '../referral/store.ts'
import { countLivingOrders } from './referral-store.ts'

export type CancelledReferral = 'cancelled' | 'already' | 'has-orders' | 'unknown'

/**
 * Withdraws a referral: links show that, and nobody new can accept. Throws while it has uncancelled orders, since money depends
 * on them.
 */
export async function cancelReferral(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: string,
  number: string,
  actor: Actor,
): Promise<CancelledReferral> {
  const orders = await countLivingOrders(tx, tenant, number)
  if (orders === null) return 'unknown'
  if (orders > 0) return 'has-orders'
  const at = deps.clock.now()
  if (!(await markReferralCancelled(tx, tenant, number, at))) return 'already'
  await audit(tx, tenant, {
    at,
    actor,
    action: 'referral-cancelled',
    subjectKind: 'referral',
    subjectId: number,
    change: { before: { cancelled: false }, after: { cancelled: true } },
  })
  return 'cancelled'
}
