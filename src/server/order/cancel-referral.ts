import { audit, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { countLivingOrders, markReferralCancelled } from './referral-store.ts'

export type CancelledReferral = 'cancelled' | 'already' | 'has-orders' | 'unknown'

/**
 * Withdraws a referral: its links lead to the page that says so, and nobody new can accept it. Refused while it has orders that
 * are not cancelled, since money hangs on those: they are cancelled first, one by one.
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
  })
  return 'cancelled'
}
