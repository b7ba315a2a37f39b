import { openOwnReward as endpoint } from '../../contract/empfehler.ts'
import { referrerOf } from '../account/referrer-call.ts'
import { isUuid } from '../base/uuid.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { openReward } from './open-reward.ts'
import { findReward } from './store.ts'

/** The token of one's own reward, for a session. */
export const openOwnReward = serve(endpoint, (call) => {
  const { tenant, caller, params } = call
  const { accountId } = referrerOf(caller)
  return call.transaction(async (tx) => {
    const reward = isUuid(params.id) ? await findReward(tx, tenant.code, params.id) : undefined
    if (!reward || reward.account_id !== accountId || reward.state === 'open')
      throw fail('not-found')
    return openReward(tx, call, reward.reward_id)
  })
})
