import { showRewardBanner as endpoint } from '../../contract/praemierung.ts'
import { fail } from '../errors.ts'
import { knowsOnlyOneProgramme } from '../referral/banner-store.ts'
import { programmeBanner } from '../referral/programme-banner.ts'
import { serve } from '../serve.ts'
import { rewardOf } from './reward-call.ts'
import { findReward } from './store.ts'

/** The banner for a reward's owner; contacts have recommended nothing and get none. */
export const showRewardBanner = serve(endpoint, ({ tenant, caller, transaction }) => {
  const { rewardId } = rewardOf(caller)
  return transaction(async (tx) => {
    const reward = await findReward(tx, tenant.code, rewardId)
    if (!reward) throw fail('reward-token-invalid')
    const account = reward.beneficiary === 'referrer' ? reward.account_id : null
    const show =
      account !== null && (await knowsOnlyOneProgramme(tx, tenant.code, account, programmeBanner))
    return { show }
  })
})
