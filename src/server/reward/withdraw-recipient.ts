import { withdrawRecipient as endpoint } from '../../contract/empfaenger-konto.ts'
import { actorOf } from '../context.ts'
import { fail } from '../errors.ts'
import { requireOwner } from '../referral/own-recipient.ts'
import { findOwnRecipient } from '../referral/recipient-store.ts'
import { recipientOf } from '../referral/recipient-view.ts'
import { serve } from '../serve.ts'
import { eraseRecipient } from './erase-recipient.ts'
import { retryConflict } from '../db/retry-conflict.ts'

/**
 * A recipient withdraws and is forgotten, at once or when contract and reward are settled (eraseAsked). Until then, rewards stay
 * collectable.
 */
export const withdrawRecipient = serve(endpoint, async (call) => {
  const { tenant, caller, now, today } = call
  const kept = await retryConflict(() =>
    call.transaction(async (tx) => {
      const recipient = await findOwnRecipient(tx, tenant.code, recipientOf(caller))
      if (!recipient) throw fail('recipient-token-invalid')
      requireOwner(caller, recipient)
      const actor = actorOf(caller)
      return eraseRecipient(tx, call.deps, tenant, recipient.number, { actor, now, today })
    }),
  )
  return { deleted: kept.length === 0, keptFor: kept }
})
