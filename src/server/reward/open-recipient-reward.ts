import { openRecipientReward as endpoint } from '../../contract/empfaenger-konto.ts'
import { endOfLocalDay } from '../../domain/dates.ts'
import { audit } from '../base/audit-store.ts'
import { issueToken } from '../base/token-store.ts'
import { actorOf } from '../context.ts'
import { fail } from '../errors.ts'
import { requireOwner } from '../referral/own-recipient.ts'
import { findOwnRecipient } from '../referral/recipient-store.ts'
import { recipientOf } from '../referral/recipient-view.ts'
import { serve } from '../serve.ts'
import { readRecipientAccount } from './recipient-account-store.ts'

/**
 * The token of the recipient's own reward (spec section 2.1: choosing opens by the recipient token, too): of the one that waits, else of
 * the newest. Good for a day; the mailed link lasts. Only for a token that came by mail itself.
 */
export const openRecipientReward = serve(endpoint, (call) => {
  const { deps, tenant, caller, now, today } = call
  return call.transaction(async (tx) => {
    const recipient = await findOwnRecipient(tx, tenant.code, recipientOf(caller))
    if (!recipient) throw fail('recipient-token-invalid')
    requireOwner(caller, recipient)
    const { rewards } = await readRecipientAccount(tx, tenant.code, recipient.number)
    const reward = rewards.find(({ state }) => state === 'provided') ?? rewards[0]
    if (!reward) throw fail('not-found')
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
