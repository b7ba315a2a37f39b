import { confirmRecipient as endpoint } from '../../contract/empfaenger.ts'
import { findToken, tokenState, useToken } from '../base/token-store.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { confirmRecipientData } from './confirm-recipient-data.ts'
import { resolveRecipient } from './recipient-store.ts'
import { recipientView } from './recipient-view.ts'

/** Confirms by the mailed token. The same link pressed again is answered as done, however often and however fast. */
export const confirmRecipient = serve(endpoint, async (call) => {
  const { tenant, body, now } = call
  const recipient = await call.transaction(async (tx) => {
    const token = await findToken(tx, tenant.code, 'confirm-recipient', body.token)
    const state = tokenState(token, now)
    if (!token || state === 'expired') throw fail('link-expired')
    // False: somebody was faster, and has committed, because the update waited for them.
    if (state === 'valid' && (await useToken(tx, tenant.code, token.token_id, now))) {
      const actor = { kind: 'recipient', id: token.subject } as const
      await confirmRecipientData(tx, tenant.code, token.subject, { actor, now, byOwner: true })
    }
    return resolveRecipient(tx, tenant.code, token.subject)
  })
  if (recipient?.state !== 'confirmed') throw fail('token-used')
  return recipientView(call, recipient)
})
