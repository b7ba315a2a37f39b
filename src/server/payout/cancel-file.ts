import type { Tenant } from '../../domain/tenant.ts'
import { audit, system, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { lockReward } from '../reward/store.ts'
import { applyWord } from './apply-word.ts'
import { isCancelled, lockFile, markCancelled, proposeCancelling } from './cancel-file-store.ts'
import { lockPaidPartner } from './partner-store.ts'
import { findPayout, listPayoutsOf, type Payout } from './store.ts'

export type Cancelling = 'proposed' | 'cancelled' | 'over' | 'at-bank'

/**
 * Takes back a file that never went to the bank: one person says so, another one, too. Then its payments are due again. `at-bank`: the bank
 * has said that it has it, so only the bank's word ends it. @param aloneReason of a tenant where nobody else could
 */
export async function cancelFile(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: Tenant,
  { batchId, reason }: { batchId: string; reason: string },
  { actor, aloneReason }: { actor: Actor; aloneReason: string | null },
): Promise<Cancelling> {
  const { code } = tenant
  const file = await lockFile(tx, code, batchId)
  if (!file || file.cancelled_at) return 'over'
  if (file.touched > 0 || file.told_at) return 'at-bank'
  const at = deps.clock.now()
  const { cancel_by: before } = file
  const isOther = before !== null && before !== actor.id
  if (before === null || (!isOther && aloneReason === null))
    await proposeCancelling(tx, code, batchId, { by: actor.id, at, reason })
  const done = isOther || aloneReason !== null
  if (done)
    await markCancelled(tx, code, batchId, {
      by: actor.id,
      at,
      aloneReason: isOther ? null : aloneReason,
    })
  await audit(tx, code, {
    at,
    actor: { ...actor, reason },
    action: done ? 'payout-file-cancelled' : 'payout-file-cancel-proposed',
    subjectKind: 'payout-batch',
    subjectId: batchId,
    details: before === null ? {} : { proposedBy: before },
    change: { before: { state: 'open' }, after: { state: done ? 'cancelled' : 'proposed' } },
  })
  if (done) await enqueue(tx, code, 'cancel-payout-file', { batchId })
  return done ? 'cancelled' : 'proposed'
}

/**
 * Makes the payments of a cancelled file due again, each in its transaction; what was done stays so. A payment that the bank has said it has,
 * after all, stays on its way until the bank's word ends it.
 */
export async function takeFileBack(deps: Deps, code: string, batchId: string): Promise<void> {
  const tenant = await deps.tenants.get(code)
  const payouts = await withTenant(deps.db, code, async (tx) =>
    (await isCancelled(tx, code, batchId)) ? listPayoutsOf(tx, code, batchId) : [],
  )
  for (const payout of payouts.filter(({ state }) => state === 'in-transit'))
    await retryConflict(() =>
      withTenant(deps.db, code, (tx) => takeOneBack(tx, deps, tenant, payout)),
    )
}

const word = { says: 'rejected', bankStatus: 'not-sent', reasonCodes: ['not-sent'] } as const

async function takeOneBack(tx: Tx, deps: Deps, tenant: Tenant, payout: Payout): Promise<void> {
  const { code } = tenant
  // As applyWord() locks them: what the bank says is written before, or after.
  if (payout.reward_id) await lockReward(tx, code, payout.reward_id)
  if (payout.partner_id) await lockPaidPartner(tx, code, payout.partner_id)
  const now = await findPayout(tx, code, payout.end_to_end_id)
  if (!now?.bank_status) await applyWord(tx, deps, tenant, { ...word, payout }, system)
}
