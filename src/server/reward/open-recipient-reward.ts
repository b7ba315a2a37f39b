import { openRecipientReward as endpoint } from '../../contract/empfaenger-konto.ts'
import { fail } from '../errors.ts'
import { requireOwner } from '../referral/own-recipient.ts'
import { findOwnRecipient } from '../referral/recipient-store.ts'
import { recipientOf } from '../referral/recipient-view.ts'
import { serve } from '../serve.ts'
import { openReward } from './open-reward.ts'
import { readRecipientAccount } from './recipient-account-store.ts'

/**
 * The token of the recipient's own reward (spec section 2.1): the waiting one, else the newest. Only for a mailed recipient
 * token.
 */
export const openRecipientReward = serve(endpoint, (call) => {
  const { tenant, caller } = call
  return call.transaction(async (tx) => {
    const recipient = await findOwnRecipient(tx, tenant.code, recipientOf(caller))
    if (!recipient) throw fail('recipient-token-invalid')
    requireOwner(caller, recipient)
    const { rewards } = await readRecipientAccount(tx, tenant.code, recipient.number)
    const reward = rewards.find(({ state }) => state === 'provided') ?? rewards[0]
    if (!reward) throw fail('not-found')
    return openReward(tx, call, reward.reward_id)
  })
})
