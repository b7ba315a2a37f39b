import { showReward as endpoint } from '../../contract/praemierung.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { rewardOf } from './reward-call.ts'
import { rewardView } from './reward-view.ts'
import { seesCodes } from './show-codes.ts'
import { listCodesToShow } from './shown-code-store.ts'
import { findReward } from './store.ts'

/** The token's reward, in any state. */
export const showReward = serve(endpoint, (call) => {
  const { deps, tenant, today, locale } = call
  const caller = rewardOf(call.caller)
  return withTenant(deps.db, tenant.code, async (tx) => {
    const reward = await findReward(tx, tenant.code, caller.rewardId)
    if (!reward) throw fail('reward-token-invalid')
    const view = await rewardView(tx, tenant, reward, today, locale)
    const hasCodes =
      (await seesCodes(tx, tenant.code, caller, reward)) &&
      (await listCodesToShow(tx, tenant.code, reward.reward_id)).length > 0
    return { ...view, ...(hasCodes ? { hasCodes } : {}) }
  })
})
