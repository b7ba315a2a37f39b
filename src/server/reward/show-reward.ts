import { showReward as endpoint } from '../../contract/praemierung.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { rewardOf } from './reward-call.ts'
import { rewardView } from './reward-view.ts'
import { findReward } from './store.ts'

/** The token's reward, in any state. */
export const showReward = serve(endpoint, (call) => {
  const { deps, tenant, today, locale } = call
  const { rewardId } = rewardOf(call.caller)
  return withTenant(deps.db, tenant.code, async (tx) => {
    const reward = await findReward(tx, tenant.code, rewardId)
    if (!reward) throw fail('reward-token-invalid')
    return rewardView(tx, tenant, reward, today, locale)
  })
})
