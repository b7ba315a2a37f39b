import { reasonAfterCheck } from '../../domain/payee-check.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, system, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { changeRewardStates } from '../reward/change-reward-state.ts'
import { listCorrectedSince } from '../reward/corrected-store.ts'
import { findChecks, forgetSpelling } from '../reward/payee-check-store.ts'
import { refreshReferrals } from '../reward/refresh-referral.ts'
import { lockReward, lockRewards } from '../reward/store.ts'
import { runInSets } from '../run-in-sets.ts'
import { applyWord } from './apply-word.ts'
import { readBankData } from './bank-data-store.ts'
import { isCancelled, lockFile, markCancelled, proposeCancelling } from './cancel-file-store.ts'
import { lockPaidPartner } from './partner-store.ts'
import { findPayout, listPayoutsNamed, listPayoutsOf, movePayouts, type Payout } from './store.ts'

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
 * Makes the payments of a cancelled file due again, in sets of a transaction each; what was done stays so. Throws in the end if some failed, which
 * stop no others. A payment that the bank has said it has, after all, stays on its way until the bank's word ends it.
 */
export async function takeFileBack(deps: Deps, code: string, batchId: string): Promise<void> {
  const tenant = await deps.tenants.get(code)
  const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(deps.db, code, work)
  const payouts = await inTenant(async (tx) =>
    (await isCancelled(tx, code, batchId)) ? listPayoutsOf(tx, code, batchId) : [],
  )
  const sent = payouts.filter(({ state }) => state === 'in-transit')
  const [alone, together] = [new Set<Payout>(), sent.filter((payout) => payout.reward_id !== null)]
  for (const payout of sent) if (payout.reward_id === null) alone.add(payout)
  const errors = new Map<string, unknown>()
  const failed = ({ end_to_end_id: payment }: Payout, error: unknown) => {
    errors.set(payment, error)
    const { message } = error as Error
    deps.log.error({ err: { message }, tenant: code, payment }, 'A payment was not taken back')
  }
  await runInSets(together, {
    work: async (some) => {
      const others = await inTenant((tx) => takeSetBack(tx, deps, tenant, some))
      for (const payout of others) alone.add(payout)
    },
    failed,
  })
  await runInSets([...alone], {
    sizeOf: () => 1,
    work: ([payout]) => inTenant((tx) => takeOneBack(tx, deps, tenant, payout!)),
    failed,
  })
  for (const [first, cause] of errors) {
    const count = `${errors.size} of the ${sent.length} payments of ${batchId}`
    throw new Error(`${count} were not taken back and stay on their way, as ${first}`, { cause })
  }
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

/** What applyWord() does of rewards that are simply due again. @returns the others */
async function takeSetBack(
  tx: Tx,
  deps: Deps,
  { code }: Tenant,
  some: readonly Payout[],
): Promise<Payout[]> {
  const ids = some.flatMap(({ reward_id: id }) => id ?? [])
  const rewards = new Map(
    (await lockRewards(tx, code, ids)).map((reward) => [reward.reward_id, reward]),
  )
  const names = some.map(({ end_to_end_id: id }) => id)
  const read = await listPayoutsNamed(tx, code, names)
  const payouts = new Map(read.map((payout) => [payout.payout_id, payout]))
  const checks = await findChecks(tx, code, [...payouts.keys()])
  const accounts = new Set((await readBankData(tx, code, ids)).map(({ reward_id: id }) => id))
  const corrected = await listCorrectedSince(tx, code, ids)
  const isSimple = ({ payout_id: payoutId, reward_id: id }: Payout) => {
    const [payout, reward] = [payouts.get(payoutId), rewards.get(id!)]
    return (
      payout?.state === 'in-transit' &&
      payout.bank_status === null &&
      reward?.state === 'collected' &&
      reward.claimed_back_at === null &&
      reasonAfterCheck(checks.get(payoutId)) === null &&
      accounts.has(id!) &&
      !corrected.has(id!)
    )
  }
  const simple = some.filter(isSimple)
  const others = some.filter((payout) => !isSimple(payout))
  if (simple.length === 0) return others
  const now = deps.clock.now()
  const [reason] = word.reasonCodes
  const payoutIds = simple.map(({ payout_id: id }) => id)
  const moved = await movePayouts(tx, code, payoutIds, {
    from: 'in-transit',
    to: 'rejected',
    bankStatus: word.bankStatus,
    reason,
    held: false,
    settledAt: now,
    now,
  })
  if (!moved) throw new Error('A payout was moved without its reward being locked')
  await forgetSpelling(tx, code, payoutIds)
  const changing = simple.map(({ payout_id: id, reward_id: rewardId }) => ({
    rewardId: rewardId!,
    eventKey: `payout:${id}:rejected`,
  }))
  const changed = await changeRewardStates(tx, code, changing, {
    from: 'collected',
    to: 'collected',
    event: 'rejected',
    action: 'reward-due-again',
    actor: system,
    at: now,
    set: { payout_id: null, paid_at: null },
    details: { reasonCode: reason },
  })
  if (changed !== simple.length)
    throw new Error('A payout was in transit without a collected reward')
  for (const subjectId of payoutIds)
    await audit(tx, code, {
      at: now,
      actor: system,
      action: 'payout-rejected',
      subjectKind: 'payout',
      subjectId,
      details: { bankStatus: word.bankStatus, reasonCode: reason, follows: 'retry' },
      change: { before: { state: 'in-transit' }, after: { state: 'rejected' } },
    })
  const referrals = changing.flatMap(({ rewardId }) => rewards.get(rewardId)!.referral_number ?? [])
  await refreshReferrals(tx, code, [...new Set(referrals)], deps.clock.today())
  return others
}
