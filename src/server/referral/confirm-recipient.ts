import { confirmRecipient as endpoint } from '../../contract/empfaenger.ts'
import { findToken, tokenState, useToken } from '../base/token-store.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { confirmRecipientData } from './confirm-recipient-data.ts'
import { resolveRecipient } from './recipient-store.ts'
import { recipientView } from './recipient-view.ts'
import { lockReferralOf } from './store.ts'

/** Confirms by the mailed token. The same link pressed again is answered as done, however often and however fast. */
export const confirmRecipient = serve(endpoint, async (call) => {
  const { tenant, body, now } = call
  const recipient = await call.transaction(async (tx) => {
    const find = () => findToken(tx, tenant.code, 'confirm-recipient', body.token)
    const asked = await find()
    if (!asked) throw fail('link-expired')
    // The referral before the link, as everywhere: an entry may have two links by now (resendRecipientMail), and merging it touches
    // both. Whoever corrected the address meanwhile (create-recipient.ts) has taken the link away.
    const [, token] = await together([lockReferralOf(tx, tenant.code, asked.subject), find()])
    const state = tokenState(token, now)
    if (!token || state === 'expired') throw fail('link-expired')
    if (state === 'valid' && (await useToken(tx, tenant.code, token.token_id, now))) {
      const actor = { kind: 'recipient', id: token.subject } as const
      await confirmRecipientData(tx, tenant.code, token.subject, { actor, now, byOwner: true })
    }
    return resolveRecipient(tx, tenant.code, token.subject)
  })
  if (recipient?.state !== 'confirmed') throw fail('token-used')
  return recipientView(call, recipient)
})
