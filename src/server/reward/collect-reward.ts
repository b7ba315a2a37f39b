import { collectReward as endpoint } from '../../contract/praemierung.ts'
import { isOrderable, type OrderedVoucher } from '../../domain/voucher-order.ts'
import { loadOffer } from '../catalogue/option-view.ts'
import type { RewardOption } from '../catalogue/store.ts'
import { actorOf } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { lockOrder } from '../order/store.ts'
import { serve } from '../serve.ts'
import { recordGoal } from '../tracking/record-event.ts'
import { findRewardBankData } from './bank-store.ts'
import { refuseWaiting } from './blocked-reward.ts'
import { changeRewardState } from './change-reward-state.ts'
import { isSameBankData } from './check-bank-data.ts'
import { collectCash } from './collect-cash.ts'
import { requireProof } from './prove-owner.ts'
import { refreshReferral } from './refresh-referral.ts'
import { rewardOf, type CollectCall } from './reward-call.ts'
import { issueRewardToken, mailVoucher } from './reward-mails.ts'
import { isCollectable, mayTake, rewardView, type RewardView } from './reward-view.ts'
import { planReminder } from './shown-code-store.ts'
import { findReward, lockReward, type Reward } from './store.ts'
import { takeVoucher } from './take-voucher.ts'
import { reserveOrder } from './voucher-order-store.ts'

/**
 * Collects a reward, once. Both sides of an order are serialised on the order's row, so that a shared bank account is seen by
 * the second. The same choice again is a no-op; another is refused.
 */
export const collectReward = serve(endpoint, (call) =>
  call.transaction((tx) => {
    const { rewardId } = rewardOf(call.caller)
    return collectIn(tx, call, { rewardId, checkProof: () => requireProof(tx, call, rewardId) })
  }),
)

/** `checkProof` refuses an account from whoever has not proved the address; null: nobody gives one. */
export async function collectIn(
  tx: Tx,
  call: CollectCall,
  { rewardId, checkProof }: { rewardId: string; checkProof: (() => Promise<void>) | null },
): Promise<RewardView> {
  const { deps, tenant, today, locale } = call
  const reward = await lock(tx, tenant.code, rewardId)
  if (!reward) throw fail('reward-token-invalid')
  // Before counting days: those of a block do not count.
  if (reward.state === 'provided') await refuseWaiting(tx, tenant, reward)
  if (isCollectable(reward, today)) {
    const option = await findOption(tx, call, reward)
    if (option.kind === 'cash') {
      if (call.body.bankData) await checkProof?.()
      // The caller's may last for a day alone.
      const expiresOn = reward.expires_on ? Temporal.PlainDate.from(reward.expires_on) : null
      const tokenId = await issueRewardToken(tx, deps, tenant.code, rewardId, expiresOn)
      await collectCash(tx, call, reward, option.option_id, tokenId)
    } else await collectVoucher(tx, call, reward, option)
    await recordGoal(tx, call, `reward-collected-${option.kind}`)
  } else if (reward.state !== 'collected' && reward.state !== 'paid') {
    throw fail('reward-token-invalid')
  } else if (!(await isRepeat(tx, call, reward))) {
    throw fail('reward-collected')
  }
  const now = await findReward(tx, tenant.code, rewardId)
  return rewardView(tx, tenant, now!, today, locale)
}

/** The order first, as everywhere (order/store.ts), then the reward as committed. */
async function lock(tx: Tx, tenant: string, id: string): Promise<Reward | undefined> {
  const reward = await findReward(tx, tenant, id)
  if (reward?.order_number) await lockOrder(tx, tenant, reward.order_number)
  return lockReward(tx, tenant, id)
}

async function findOption(tx: Tx, call: CollectCall, reward: Reward): Promise<RewardOption> {
  const { options } = await loadOffer(tx, call.tenant, call.today)
  const option = options.find((one) => one.option_id === call.body.optionId)
  if (!option || !mayTake(reward, option)) throw fail('not-found')
  return option
}

async function collectVoucher(
  tx: Tx,
  call: CollectCall,
  reward: Reward,
  option: RewardOption,
): Promise<void> {
  const { tenant, locale, now: at } = call
  const rewardId = reward.reward_id
  const taken = { rewardId, cents: reward.cents }
  const { order } = option.voucher ?? {}
  if (!order) await takeVoucher(tx, tenant, option.option_id, taken, { at, today: call.today })
  else if (!tenant.voucherProvider || !isOrderable(order, reward.cents))
    throw fail('no-voucher-left')
  const changed = await changeRewardState(tx, tenant.code, {
    rewardId,
    from: 'provided',
    to: 'paid',
    event: 'collected-voucher-paid',
    eventKey: 'voucher',
    action: 'reward-paid',
    actor: actorOf(call.caller),
    at,
    set: {
      option_id: option.option_id,
      taken_as: 'voucher',
      collected_at: at.toString(),
      paid_at: at.toString(),
      due_on: null,
      payout_problem: null,
    },
    details: { takenAs: 'voucher', option: option.option_id },
  })
  if (!changed) throw fail('reward-collected')
  if (order) await reserve(tx, call, reward, option.option_id, order)
  else {
    await planReminder(tx, tenant, rewardId, call.today)
    await mailVoucher(tx, call.deps, tenant, reward, { option, locale }, `voucher|${rewardId}`)
  }
  if (reward.referral_number)
    await refreshReferral(tx, tenant.code, reward.referral_number, call.today)
}

/** The code follows by mail, once the provider has it (order-voucher.ts). */
async function reserve(
  tx: Tx,
  { tenant, deps }: CollectCall,
  { reward_id, cents }: Reward,
  option_id: string,
  { products }: OrderedVoucher,
): Promise<void> {
  await reserveOrder(
    tx,
    tenant.code,
    { reward_id, option_id, products, cents },
    deps.clock.realNow(),
  )
  await enqueue(tx, tenant.code, 'order-voucher', { rewardId: reward_id })
}

/** Whether the call repeats the earlier collection exactly. */
async function isRepeat(tx: Tx, call: CollectCall, reward: Reward): Promise<boolean> {
  const { bankData, optionId } = call.body
  if (reward.option_id !== optionId) return false
  if (reward.taken_as === 'voucher' || !bankData) return true
  const stored = await findRewardBankData(tx, call.tenant.code, reward.reward_id)
  return stored !== undefined && isSameBankData(call.deps.keys, stored, bankData)
}
