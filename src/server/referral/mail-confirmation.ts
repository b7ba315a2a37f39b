import { endOfLocalDay } from '../../domain/dates.ts'
import { formatCents } from '../../domain/money.ts'
import { issueToken } from '../base/token-store.ts'
import { rewardAmounts } from '../catalogue/option-view.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { queueMail } from '../mail/store.ts'
import { confirmMailKey } from './deletion-store.ts'
import { issueRecipientToken } from './issue-recipient-token.ts'
import type { ReferralOffer, Recipient } from './recipient-store.ts'

/**
 * Mails a recipient the link that confirms the data, good to the end of `until`. `again`: a mail of the same entry went out before;
 * its link stays good, because it may be the one that arrives.
 */
export async function mailConfirmation(
  tx: Tx,
  { deps, tenant, locale, now }: Pick<Call, 'deps' | 'tenant' | 'locale' | 'now'>,
  recipient: Pick<Recipient, 'number' | 'email' | 'first_name'>,
  referral: ReferralOffer,
  { until, again }: { until: Temporal.PlainDate; again: boolean },
): Promise<void> {
  const { id } = await issueToken(tx, deps.keys, tenant.code, {
    kind: 'confirm-recipient',
    subject: recipient.number,
    now,
    expiresAt: endOfLocalDay(until),
    uses: 1,
  })
  // The way to the own page, beside the button: to see, correct and delete the data.
  const page = await issueRecipientToken(tx, { deps, tenant, now }, recipient.number, {
    mailed: true,
  })
  const { recipient: cents } = rewardAmounts(tenant, referral.commission_cents, referral.share)
  await queueMail(tx, tenant.code, {
    template: 'confirmRecipient',
    to: recipient.email,
    locale,
    data: {
      firstName: recipient.first_name,
      referrerFirstName: referral.first_name,
      productTitle: referral.product_title[locale],
      link: { link: { page: 'RecipientConfirmation', token: { id, as: 't' } } },
      area: { link: { page: 'RecipientArea', token: { id: page.id, as: 't' } } },
      amount: cents > 0 ? formatCents(cents, locale) : null,
    },
    dedupeKey: again ? confirmMailKey(recipient.number, id) : confirmMailKey(recipient.number),
    now,
  })
}
