import type { Tenant } from '../../domain/tenant.ts'
import { givenFrom } from '../../domain/voucher-pool.ts'
import { listRewardOptions } from '../catalogue/store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { mailVoucher } from './reward-mails.ts'
import { planReminder } from './shown-code-store.ts'
import type { Reward } from './store.ts'
import { lockFreeVouchers, retireCode, takeVouchers, type RewardCode } from './voucher-store.ts'

/**
 * Takes a code out of use and gives its reward another one of the same shop and value, by mail. The reward is worth what it was, so nothing is
 * posted. The caller has locked it. False: there is none.
 */
export async function replaceCode(
  tx: Tx,
  deps: Pick<Deps, 'keys' | 'clock'>,
  tenant: Tenant,
  reward: Reward,
  code: RewardCode,
  { by, at }: { by: string; at: Temporal.Instant },
): Promise<boolean> {
  const { option_id: optionId, cents } = code
  const from = givenFrom(deps.clock.today(), tenant.voucherExpiryDays)
  const [fresh] = await lockFreeVouchers(tx, tenant.code, optionId, { cents, count: 1 }, from)
  const options = await listRewardOptions(tx, tenant.code)
  const option = options.find((one) => one.option_id === optionId)
  if (!fresh || !option) return false
  await retireCode(tx, tenant.code, code.voucher_id, { by, at })
  const taken = await takeVouchers(tx, tenant.code, [fresh], reward.reward_id, at)
  if (taken !== 1) throw new Error('A locked voucher code was taken by somebody else')
  await planReminder(tx, tenant, reward.reward_id, deps.clock.today())
  const said = { option, replaced: true }
  await mailVoucher(tx, deps, tenant, reward, said, `voucher|${reward.reward_id}|${fresh}`)
  return true
}
