import { exportRecipient as endpoint } from '../../contract/empfaenger-konto.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { refuseCrossSite } from '../access/refuse-cross-site.ts'
import { listClaimsOf } from '../base/claim-store.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { claimView } from '../order/claim-view.ts'
import { orderLabels } from '../order/order-labels.ts'
import { requireOwner } from '../referral/own-recipient.ts'
import { listConsents } from '../referral/own-recipient-store.ts'
import { findOwnRecipient, type RecipientWithReferral } from '../referral/recipient-store.ts'
import { addressOf, recipientOf } from '../referral/recipient-view.ts'
import { serve } from '../serve.ts'
import { readRecipientAccount } from './recipient-account-store.ts'
import { ownRepaymentView } from './own-repayment.ts'
import { listRepaymentsOf } from './repayment-store.ts'
import { labelOf, type RewardView } from './reward-view.ts'

const takenAs = { cash: 'Geld', voucher: 'Gutschein', 'set-off': 'Verrechnung' } as const

/** The recipient's data as a machine-readable file (Art. 15 and 20 GDPR); nothing about the referrer. */
export const exportRecipient = serve(endpoint, async (call) => {
  const { deps, tenant, caller, now, today } = call
  refuseCrossSite(call.request)
  const [recipient, file] = await withTenant(deps.db, tenant.code, async (tx) => {
    const found = await findOwnRecipient(tx, tenant.code, recipientOf(caller))
    if (!found) throw fail('recipient-token-invalid')
    requireOwner(caller, found)
    return [found, await recipientFile(tx, tenant.code, found, { now, today })] as const
  })
  const name = recipient.language === 'de' ? 'meine-daten' : 'my-data'
  call.reply.header(
    'Content-Disposition',
    `attachment; filename="${tenant.code}-${name}-${today.toString()}.json"`,
  )
  return file
})

/** The contents of a recipient's file; operators send the same by letter. */
export async function recipientFile(
  tx: Tx,
  tenant: string,
  recipient: RecipientWithReferral,
  { now, today }: { now: Temporal.Instant; today: Temporal.PlainDate },
): Promise<AnswerOf<typeof endpoint>> {
  const [account, consents, claims, repayments] = await together([
    () => readRecipientAccount(tx, tenant, recipient.number),
    () => listConsents(tx, tenant, recipient.number),
    () => listClaimsOf(tx, tenant, { kind: 'recipient', id: recipient.number }),
    () => listRepaymentsOf(tx, tenant, { recipient: recipient.number }),
  ])
  return {
    createdAt: now.toString(),
    recipient: personOf(recipient),
    consents: consents.map(({ at, ...consent }) => ({ ...consent, at: at.toString() })),
    claims: claims.map((claim) => claimView(claim, recipient.language)),
    orders: account.orders.map((order) => ({
      number: order.number,
      status: orderLabels[order.state],
      contractOn: order.contract_on,
    })),
    rewards: account.rewards.map((reward) => ({
      id: reward.reward_id,
      cents: reward.cents,
      status: labelOf(reward, today) as RewardView['status'],
      takenAs: reward.taken_as ? takenAs[reward.taken_as] : null,
      holder: reward.holder,
      iban: reward.iban_mask,
      bankSpells: reward.bank_spells,
      createdAt: reward.created_at.toString(),
      collectedAt: reward.collected_at?.toString() ?? null,
      paidAt: reward.paid_at?.toString() ?? null,
    })),
    repayments: repayments.map(ownRepaymentView),
  }
}

function personOf(recipient: RecipientWithReferral) {
  return {
    number: recipient.number,
    referralNumber: recipient.referral_number,
    product: recipient.product_title[recipient.language],
    salutation: recipient.salutation,
    firstName: recipient.first_name,
    lastName: recipient.last_name,
    email: recipient.email,
    birthDate: recipient.birth_date,
    phone: recipient.phone,
    address: addressOf(recipient),
    language: recipient.language,
    channel: recipient.channel,
    campaign: recipient.campaign,
    acceptedAt: recipient.created_at.toString(),
    confirmedAt: recipient.confirmed_at?.toString() ?? null,
    advertising: recipient.advertising,
  }
}
