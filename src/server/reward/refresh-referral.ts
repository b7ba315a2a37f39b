import { changeReferral, deriveReferralState, type ReferralState } from '../../domain/referral.ts'
import type { Tx } from '../db/connection.ts'
import { writeReferralState } from '../referral/store.ts'
import { lockReferral, readReferralProgress } from './referral-state-store.ts'

/**
 * Derives a referral's state anew (domain.md section 3); call it last in every transaction that changes recipients, orders or
 * rewards. Parallel changes to one referral are serialised here, so the second sees the first.
 */
export async function refreshReferral(
  tx: Tx,
  tenant: string,
  number: string,
  today: Temporal.PlainDate,
): Promise<void> {
  const referral = await lockReferral(tx, tenant, number)
  if (!referral) return
  const state = deriveReferralState({
    cancelled: referral.cancelled_at !== null || referral.state === 'cancelled',
    validUntil: Temporal.PlainDate.from(referral.valid_until),
    today,
    recipients: await readReferralProgress(tx, tenant, number),
  })
  const change = changeReferral(referral.state, state)
  if (change.kind === 'already') return
  if (change.kind === 'refused' && !isAllowedByWay(referral.state, state)) {
    throw new Error(`A referral does not go from ${referral.state} to ${state}`)
  }
  await writeReferralState(tx, tenant, number, state)
}

/** One transaction may take two steps: a returned payment of a cancelled order goes from paid through released. */
function isAllowedByWay(from: ReferralState, to: ReferralState): boolean {
  return (
    changeReferral(from, 'released').kind === 'changed' &&
    changeReferral('released', to).kind === 'changed'
  )
}
