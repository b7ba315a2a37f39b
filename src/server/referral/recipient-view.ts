import type { z } from 'zod'
import type { recipientView as recipientShape } from '../../contract/empfaenger.ts'
import { formatGermanDate } from '../../domain/dates.ts'
import type { Call } from '../context.ts'
import { fail } from '../errors.ts'
import { shopUrl } from './links.ts'
import { isOwner } from './own-recipient.ts'
import type { Recipient, RecipientWithReferral } from './recipient-store.ts'

/** The number of a recipient token, at endpoints open to recipients only. */
export function recipientOf(caller: Call['caller']): string {
  if (caller.kind !== 'recipient') throw fail('recipient-token-invalid')
  return caller.recipientNumber
}

export function recipientView(
  { deps, tenant, locale }: Pick<Call, 'deps' | 'tenant' | 'locale'>,
  recipient: RecipientWithReferral,
): z.output<typeof recipientShape> {
  return {
    number: recipient.number,
    referralNumber: recipient.referral_number,
    salutation: recipient.salutation,
    firstName: recipient.first_name,
    lastName: recipient.last_name,
    email: recipient.email,
    birthDate: recipient.birth_date === null ? null : formatGermanDate(recipient.birth_date),
    confirmed: recipient.state === 'confirmed',
    consented: recipient.consented_at !== null,
    productTitle: recipient.product_title[locale],
    shopUrl: shopUrl(deps, tenant, recipient.referral_number, recipient.number, recipient.channel),
  }
}

/**
 * For the form's token after confirmation: progress and the typed address only. The owner may have corrected names and birth
 * date.
 */
export const typedView: typeof recipientView = (call, recipient) => ({
  ...recipientView(call, recipient),
  salutation: '',
  firstName: '',
  lastName: '',
  birthDate: null,
})

/** The view that a token allows. */
export const viewFor = (
  call: Pick<Call, 'deps' | 'tenant' | 'locale' | 'caller'>,
  recipient: RecipientWithReferral,
) => (isOwner(call.caller, recipient) ? recipientView : typedView)(call, recipient)

/** The complete postal address, or null. */
export function addressOf({ street, house_number: houseNumber, zip, city }: Recipient) {
  return street && houseNumber && zip && city ? { street, houseNumber, zip, city } : null
}
