import { withdrawAdvertising as endpoint } from '../../contract/empfaenger-konto.ts'
import { audit } from '../base/audit-store.ts'
import { isConsentGiven, recordConsents } from '../base/consent-store.ts'
import { actorOf } from '../context.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { advertisingText } from './consent-texts.ts'
import { endAdvertising } from './own-recipient-store.ts'
import { findOwnRecipient } from './recipient-store.ts'
import { recipientOf } from './recipient-view.ts'

/** Withdraws consent to advertising, by any recipient token: a withdrawal needs no proof. Idempotent. */
export const withdrawAdvertising = serve(endpoint, async (call) => {
  const { tenant, now, locale, caller } = call
  await call.transaction(async (tx) => {
    const recipient = await findOwnRecipient(tx, tenant.code, recipientOf(caller))
    if (!recipient) throw fail('recipient-token-invalid')
    const { number } = recipient
    if (!(await endAdvertising(tx, tenant.code, number))) return
    const subject = { kind: 'recipient', id: number } as const
    // Though the tenant may have stopped taking numbers since.
    const byPhone = await isConsentGiven(tx, tenant.code, subject, 'advertising-phone')
    const said = ['advertising', ...(byPhone ? ['advertising-phone'] : [])].map((kind) => ({
      kind,
      version: tenant.legal.termsVersion,
      text: advertisingText(tenant)[locale],
      given: false,
    }))
    await together([
      () => recordConsents(tx, tenant.code, subject, said, now),
      () =>
        audit(tx, tenant.code, {
          at: now,
          actor: actorOf(caller),
          action: 'withdraw-advertising',
          subjectKind: 'recipient',
          subjectId: number,
        }),
    ])
  })
  return {}
})
