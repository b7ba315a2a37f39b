import { endOfLocalDay } from '../../domain/dates.ts'
import { formatCents } from '../../domain/money.ts'
import { titleInMail } from '../../domain/title-in-mail.ts'
import { issueToken } from '../base/token-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { queueMail } from '../mail/store.ts'
import { confirmMailKey } from './deletion-store.ts'
import { issueRecipientToken } from './issue-recipient-token.ts'
import type { ReferralOffer, Recipient } from './recipient-store.ts'
import { shareToday } from './used-cap.ts'

/**
 * Mails a confirmed mailbox that there is nothing to confirm, with the link to its page. Contains nothing typed this time, as
 * anybody may have typed it. `corrected`: as the address is new, and has proven itself.
 */
export async function mailAcceptedBefore(
  tx: Tx,
  { deps, tenant, now }: Pick<Call, 'deps' | 'tenant' | 'now'>,
  confirmed: Pick<Recipient, 'number' | 'email' | 'first_name' | 'language'>,
  referral: ReferralOffer,
  { corrected = false } = {},
): Promise<void> {
  const { id } = await issueRecipientToken(tx, { deps, tenant, now }, confirmed.number, {
    mailed: true,
  })
  await queueMail(tx, tenant.code, {
    template: 'acceptedBefore',
    to: confirmed.email,
    locale: confirmed.language,
    data: {
      firstName: confirmed.first_name,
      referrerFirstName: referral.first_name,
      productTitle: titleInMail(referral.product_title, referral.in_sentence, confirmed.language),
      corrected: corrected ? 1 : null,
      link: { link: { page: 'RecipientArea', token: { id, as: 't' } } },
    },
    dedupeKey: `accepted-before|${confirmed.number}|${id}`,
    now,
  })
}

/**
 * Mails a recipient the confirmation link, valid to the end of `until`. `again`: an earlier mail's link stays valid, as it may
 * arrive first.
 */
export async function mailConfirmation(
  tx: Tx,
  call: Pick<Call, 'deps' | 'tenant' | 'locale' | 'now' | 'today'>,
  recipient: Pick<Recipient, 'number' | 'email' | 'first_name'>,
  referral: ReferralOffer,
  { until, again }: { until: Temporal.PlainDate; again: boolean },
): Promise<void> {
  const { deps, tenant, locale, now } = call
  const { id } = await issueToken(tx, deps.keys, tenant.code, {
    kind: 'confirm-recipient',
    subject: recipient.number,
    now,
    expiresAt: endOfLocalDay(until),
    uses: 1,
  })
  // Link to the own page, beside the button: to see, correct and delete the data.
  const page = await issueRecipientToken(tx, { deps, tenant, now }, recipient.number, {
    mailed: true,
  })
  const { promised, cents } = await shareToday(tx, call, recipient.email, referral)
  await queueMail(tx, tenant.code, {
    template: 'confirmRecipient',
    to: recipient.email,
    locale,
    data: {
      firstName: recipient.first_name,
      referrerFirstName: referral.first_name,
      productTitle: titleInMail(referral.product_title, referral.in_sentence, locale),
      link: { link: { page: 'RecipientConfirmation', token: { id, as: 't' } } },
      area: { link: { page: 'RecipientArea', token: { id: page.id, as: 't' } } },
      amount: cents > 0 ? formatCents(cents, locale) : null,
      limit: cents < promised ? formatCents(tenant.cap.cents ?? 0, locale) : null,
    },
    dedupeKey: again ? confirmMailKey(recipient.number, id) : confirmMailKey(recipient.number),
    now,
  })
}
