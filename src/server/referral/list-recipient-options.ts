import { listRecipientOptions as endpoint } from '../../contract/empfaenger.ts'
import { loadOffer, optionsOf, rewardAmounts } from '../catalogue/option-view.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { findOwnRecipient } from './recipient-store.ts'
import { recipientOf } from './recipient-view.ts'
import { readNumber } from './referral-view.ts'

/** `number` is the recipient's or the referral's; others are not found. */
export const listRecipientOptions = serve(endpoint, async (call) => {
  const { tenant, today, locale } = call
  const own = recipientOf(call.caller)
  const asked = readNumber(call.params.number)
  const [recipient, offer] = await call.transaction((tx) =>
    together([() => findOwnRecipient(tx, tenant.code, own), () => loadOffer(tx, tenant, today)]),
  )
  if (!recipient) throw fail('recipient-token-invalid')
  if (![own, recipient.number, recipient.referral_number].includes(asked ?? ''))
    throw fail('not-found')
  const amounts = rewardAmounts(tenant, recipient.commission_cents, recipient.share)
  return optionsOf(offer, amounts.recipient, locale)
})
