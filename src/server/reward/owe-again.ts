import type { Tx } from '../db/connection.ts'
import { reopenClawback, updateLeft } from './clawback-store.ts'
import { markClaimOpen } from './decided-store.ts'
import { post } from './ledger-store.ts'
import { isPayoutReturned } from './repayment-store.ts'

/**
 * What a clawback was settled with is gone: that much is owed again, unless the bank has returned the whole payment since, which covers it,
 * too. The caller has locked the clawback. @param key of what undid it, in the ledger @returns what is owed now
 */
export async function oweAgain(
  tx: Tx,
  tenant: string,
  { reward_id: rewardId, left_cents }: { reward_id: string; left_cents: number },
  { cents, key, at }: { cents: number; key: string; at: Temporal.Instant },
): Promise<number> {
  await reopenClawback(tx, tenant, rewardId, cents)
  const isReturned = await isPayoutReturned(tx, tenant, rewardId)
  const leftCents = isReturned ? left_cents : left_cents + cents
  if (isReturned) {
    await post(tx, tenant, { rewardId, cents }, 'claim-recovered', `${key}:returned`, at)
    await updateLeft(tx, tenant, rewardId, { leftCents, outcome: 'recovered', at })
  }
  if (leftCents > 0) await markClaimOpen(tx, tenant, rewardId)
  return leftCents
}
