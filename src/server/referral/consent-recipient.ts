import { consentRecipient as endpoint } from '../../contract/empfaenger.ts'
import { together } from '../db/together.ts'
import { audit } from '../base/audit-store.ts'
import { actorOf } from '../context.ts'
import { fail } from '../errors.ts'
import { termsOf } from '../gateways/content/terms-of.ts'
import { serve } from '../serve.ts'
import { requireOwner } from './own-recipient.ts'
import { markConsented, findOwnRecipient } from './recipient-store.ts'
import { recipientOf } from './recipient-view.ts'
import { recordRecipientConsents } from './record-consents.ts'

/**
 * Once the address is confirmed, by mailed link only: nobody else consents for its owner. Every consent is stored with text and
 * time, repeated ones too.
 */
export const consentRecipient = serve(endpoint, async (call) => {
  const { tenant, body, now } = call
  const asked = recipientOf(call.caller)
  const shown = await termsOf(call.deps, tenant)
  await call.transaction(async (tx) => {
    const recipient = await findOwnRecipient(tx, tenant.code, asked)
    if (!recipient) throw fail('recipient-token-invalid')
    requireOwner(call.caller, recipient)
    const { number } = recipient
    await together([
      () => markConsented(tx, tenant.code, number, now),
      () =>
        recordRecipientConsents(tx, call, number, { terms: body.terms, shown, advertising: false }),
      () =>
        audit(tx, tenant.code, {
          at: now,
          actor: actorOf(call.caller),
          action: 'consent',
          subjectKind: 'recipient',
          subjectId: number,
        }),
    ])
  })
  return {}
})
