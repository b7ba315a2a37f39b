import { openOwnReward as endpoint } from '../../contract/empfehler.ts'
import { endOfLocalDay } from '../../domain/dates.ts'
import { referrerOf } from '../account/referrer-call.ts'
import { audit } from '../base/audit-store.ts'
import { issueToken } from '../base/token-store.ts'
import { isUuid } from '../base/uuid.ts'
import { actorOf } from '../context.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { findReward } from './store.ts'

/** The token of one's own reward, for whoever is logged in: good for a day, as a recipient's is; the mailed link lasts. */
export const openOwnReward = serve(endpoint, (call) => {
  const { deps, tenant, caller, params, now, today } = call
  const { accountId } = referrerOf(caller)
  return call.transaction(async (tx) => {
    const reward = isUuid(params.id) ? await findReward(tx, tenant.code, params.id) : undefined
    if (!reward || reward.account_id !== accountId || reward.state === 'open')
      throw fail('not-found')
    const expiresAt = endOfLocalDay(today.add({ days: 1 }))
    const { text } = await issueToken(tx, deps.keys, tenant.code, {
      kind: 'reward',
      subject: reward.reward_id,
      now,
      expiresAt,
      uses: null,
    })
    await audit(tx, tenant.code, {
      at: now,
      actor: actorOf(caller),
      action: 'open-reward',
      subjectKind: 'reward',
      subjectId: reward.reward_id,
    })
    return { token: text, validUntil: expiresAt.toString() }
  })
})
