import { validateRecipientToken as endpoint } from '../../contract/empfaenger.ts'
import { findToken, tokenState } from '../base/token-store.ts'
import { fail } from '../errors.ts'
import { readProgress } from './store.ts'
import { serve } from '../serve.ts'
import { resolveRecipient } from '../referral/recipient-store.ts'

/** A used link, or one overtaken by a contract, is confirmed however old; a revoked one is not. */
export const validateRecipientToken = serve(endpoint, async ({ tenant, body, now, transaction }) =>
  transaction(async (tx) => {
    const token = await findToken(tx, tenant.code, 'confirm-recipient', body.token)
    if (!token || token.revoked_at) throw fail('link-expired')
    const recipient = await resolveRecipient(tx, tenant.code, token.subject)
    const confirmed = recipient?.state === 'confirmed'
    if (!recipient || (!confirmed && tokenState(token, now) === 'expired'))
      throw fail('link-expired')
    const { orders } = await readProgress(tx, tenant.code, recipient.number)
    return {
      number: recipient.number,
      referralNumber: recipient.referral_number,
      confirmed,
      concluded: orders.some(({ state }) => state !== 'cancelled'),
    }
  }),
)
