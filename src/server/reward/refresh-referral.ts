import { changeReferral, deriveReferralState, type ReferralState } from '../../domain/referral.ts'
import type { Tx } from '../db/connection.ts'
import { forMany } from '../db/in-step.ts'
import { writeReferralState } from '../referral/store.ts'
import { lockReferrals, readReferralProgress } from './referral-state-store.ts'

/**
 * Derives a referral's state anew (domain.md section 3); call it last in every transaction that changes recipients, orders or
 * rewards. Parallel changes to one referral are serialised here, so the second sees the first.
 */
export const refreshReferral = (
  tx: Tx,
  tenant: string,
  number: string,
  today: Temporal.PlainDate,
): Promise<void> => refreshOne(tx, tenant, { number, today })

type Asked = { number: string; today: Temporal.PlainDate }

const refreshOne = forMany(async (tx, tenant, asked: readonly Asked[]): Promise<undefined[]> => {
  for (const some of Map.groupBy(asked, ({ today }) => today.toString()).values()) {
    const numbers = some.map(({ number }) => number)
    await refreshReferrals(tx, tenant, numbers, some[0]!.today)
  }
  return asked.map(() => undefined)
})

/** The same of many, locked in the order of their numbers. */
export async function refreshReferrals(
  tx: Tx,
  tenant: string,
  numbers: readonly string[],
  today: Temporal.PlainDate,
): Promise<void> {
  if (numbers.length === 0) return
  const referrals = await lockReferrals(tx, tenant, numbers)
  if (referrals.length === 0) return
  const found = referrals.map(({ number }) => number)
  const progress = await readReferralProgress(tx, tenant, found)
  const changed = new Map<ReferralState, string[]>()
  for (const referral of referrals) {
    const state = deriveReferralState({
      cancelled: referral.cancelled_at !== null || referral.state === 'cancelled',
      validUntil: Temporal.PlainDate.from(referral.valid_until),
      today,
      recipients: [progress.get(referral.number)!],
    })
    const change = changeReferral(referral.state, state)
    if (change.kind === 'already') continue
    if (change.kind === 'refused' && !isAllowedByWay(referral.state, state)) {
      throw new Error(`A referral does not go from ${referral.state} to ${state}`)
    }
    changed.set(state, [...(changed.get(state) ?? []), referral.number])
  }
  for (const [state, some] of changed) await writeReferralState(tx, tenant, some, state)
}

/** One transaction may take two steps: a returned payment of a cancelled order goes from paid through released. */
function isAllowedByWay(from: ReferralState, to: ReferralState): boolean {
  return (
    changeReferral(from, 'released').kind === 'changed' &&
    changeReferral('released', to).kind === 'changed'
  )
}
