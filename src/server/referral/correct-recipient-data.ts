import { correctRecipientData as endpoint } from '../../contract/empfaenger-konto.ts'
import { keptSalutation } from '../../domain/person.ts'
import { audit } from '../base/audit-store.ts'
import { actorOf } from '../context.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { checkBirthDate } from './check-recipient.ts'
import { requireOwner } from './own-recipient.ts'
import { revokeTypedTokens, writeCorrection } from './own-recipient-store.ts'
import { findOwnRecipient } from './recipient-store.ts'
import { recipientOf } from './recipient-view.ts'

/**
 * Corrects data that needs no new proof of address. Omitted fields are deleted. The audit log records the fact, not the old
 * values.
 */
export const correctRecipientData = serve(endpoint, async (call) => {
  const { tenant, body, now, caller } = call
  const birthDate = checkBirthDate(call, body.birthDate)
  await call.transaction(async (tx) => {
    const recipient = await findOwnRecipient(tx, tenant.code, recipientOf(caller))
    if (!recipient) throw fail('recipient-token-invalid')
    requireOwner(caller, recipient)
    const { number } = recipient
    await together([
      () =>
        writeCorrection(tx, tenant.code, number, {
          salutation: keptSalutation(body.salutation),
          first_name: body.firstName,
          last_name: body.lastName ?? '',
          birth_date: birthDate?.toString() ?? null,
          phone: body.phone ? body.phone : null,
          street: body.address?.street ?? null,
          house_number: body.address?.houseNumber ?? null,
          zip: body.address?.zip ?? null,
          city: body.address?.city ?? null,
        }),
      () =>
        recipient.state === 'confirmed' ? revokeTypedTokens(tx, tenant.code, number) : undefined,
      () =>
        audit(tx, tenant.code, {
          at: now,
          actor: actorOf(caller),
          action: 'correct-recipient-data',
          subjectKind: 'recipient',
          subjectId: number,
        }),
    ])
  })
  return {}
})
