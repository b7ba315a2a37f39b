import { exportAccount as endpoint } from '../../contract/empfehler-konto.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { groupIban } from '../../domain/iban.ts'
import { newsletterState, type NewsletterState } from '../../domain/newsletter.ts'
import type { PayoutState } from '../../domain/payout.ts'
import type { Locale } from '../../domain/tenant.ts'
import { referralLabels } from '../../domain/referral.ts'
import { refuseCrossSite } from '../access/refuse-cross-site.ts'
import { referrerOf } from '../account/referrer-call.ts'
import { findAccount, type Account } from '../account/store.ts'
import type { Keys } from '../base/keys.ts'
import { voucherPlace } from '../base/voucher-places.ts'
import { listClaimsOf } from '../base/claim-store.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { claimView } from '../order/claim-view.ts'
import { stateToday } from '../referral/referral-view.ts'
import { findBankAccount } from '../reward/bank-store.ts'
import { accountPlace, rewardPlace } from '../reward/check-bank-data.ts'
import { initialsOf } from '../reward/recipient-progress.ts'
import { ownRepaymentView } from '../reward/own-repayment.ts'
import { listRepaymentsOf } from '../reward/repayment-store.ts'
import { labelOf } from '../reward/reward-view.ts'
import { serve } from '../serve.ts'
import { readExport, type ExportRows } from './export-store.ts'
import { payoutPlace } from './places.ts'

type File = AnswerOf<typeof endpoint>

/**
 * The referrer's data as a machine-readable file (Art. 15 and 20 GDPR). Recipients as initials only: their data are theirs. Not
 * for support sessions. A mailed link may be forwarded, so whoever came by one gets IBANs and voucher codes masked.
 */
export const exportAccount = serve(endpoint, async (call) => {
  const { tenant, now, today, reply } = call
  refuseCrossSite(call.request)
  const { accountId, support, byLink } = referrerOf(call.caller)
  if (support) throw fail('not-authorised')
  const keys = byLink ? null : call.deps.keys
  const found = await call.transaction((tx) =>
    accountFile(tx, tenant.code, accountId, { now, today, keys }),
  )
  if (!found) throw fail('session-missing')
  reply.header(
    'Content-Disposition',
    `attachment; filename="${tenant.code}-${found.language === 'de' ? 'meine-daten' : 'my-data'}-${today.toString()}.json"`,
  )
  return found.file
})

/** The contents of an account's file, or null. Without `keys` what is sealed is masked: so operators send it by letter. */
export async function accountFile(
  tx: Tx,
  tenant: string,
  accountId: string,
  { now, today, keys }: { now: Temporal.Instant; today: Temporal.PlainDate; keys: Keys | null },
): Promise<{ language: Locale; file: File } | null> {
  const [account, bank, rows, claims, repayments] = await together([
    () => findAccount(tx, tenant, accountId),
    () => findBankAccount(tx, tenant, accountId),
    () => readExport(tx, tenant, accountId),
    () => listClaimsOf(tx, tenant, { kind: 'account', id: accountId }),
    () => listRepaymentsOf(tx, tenant, { account: accountId }),
  ])
  if (!account) return null
  const open = (sealed: Sealed, place: string) => {
    const iban = keys ? groupIban(keys.decrypt(sealed.iban_encrypted, place)) : sealed.iban_mask
    return { holder: sealed.holder, iban, ...(sealed.bic ? { bic: sealed.bic } : {}) }
  }
  const codeOf = (voucher: ExportRows['codes'][number]) =>
    keys ? keys.decrypt(voucher.code_encrypted, voucherPlace(tenant, voucher.voucher_id)) : masked
  const file: File = {
    createdAt: now.toString(),
    complete: keys !== null,
    account: accountOf(account),
    bankData: bank ? open(bank, accountPlace(tenant, accountId)) : null,
    consents: rows.consents.map(({ at, ...consent }) => ({ ...consent, at: at.toString() })),
    referrals: rows.referrals.map((referral) => ({
      number: referral.number,
      code: referral.code,
      firstName: referral.first_name,
      company: referral.company_name,
      product: referral.title[account.language],
      status: referralLabels[stateToday(referral, today)] as 'Offen',
      share: referral.share,
      channel: referral.channel,
      campaign: referral.campaign,
      createdAt: referral.created_at.toString(),
      validUntil: referral.valid_until,
      clicks: referral.clicks,
      recipients: rows.recipients
        .filter((recipient) => recipient.referral_number === referral.number)
        .map((recipient) => ({
          initials: initialsOf(recipient),
          acceptedOn: recipient.created_on,
        })),
    })),
    claims: claims.map((claim) => claimView(claim, account.language)),
    rewards: rows.rewards.map((reward) => {
      const waiting = rows.waiting.find(({ reward_id }) => reward_id === reward.reward_id)
      return {
        ...rewardOf(reward, today),
        waitingBankData: waiting ? open(waiting, rewardPlace(tenant, reward.reward_id)) : null,
        bankSpells: keys ? (waiting?.bank_spells ?? null) : null,
        voucherCodes: rows.codes
          .filter(({ reward_id }) => reward_id === reward.reward_id)
          .map((voucher) => ({ cents: voucher.cents, code: codeOf(voucher) })),
      }
    }),
    payouts: rows.payouts.map((payout) => ({
      rewardId: payout.reward_id,
      cents: payout.cents,
      holder: payout.holder,
      iban: open(payout, payoutPlace(tenant, payout.payout_id)).iban,
      status: payoutWords[payout.state],
      createdAt: payout.created_at.toString(),
      settledAt: payout.settled_at?.toString() ?? null,
    })),
    repayments: repayments.map(ownRepaymentView),
  }
  return { language: account.language, file }
}

type Sealed = { holder: string; iban_encrypted: string; iban_mask: string; bic: string | null }
const masked = '****'

const newsletterWords = {
  optedIn: 'angemeldet',
  pending: 'angefragt',
  optedOut: 'abgemeldet',
} as const satisfies Record<NewsletterState, string>

const payoutWords = {
  'in-transit': 'unterwegs',
  paid: 'ausgezahlt',
  rejected: 'abgelehnt',
  returned: 'zurueck',
} as const satisfies Record<PayoutState, string>

function accountOf(account: Account): File['account'] {
  const state = newsletterState({
    optedIn: account.newsletter_opted_in_at !== null,
    mailSent: account.newsletter_mail_sent_at !== null,
  })
  return {
    email: account.email,
    salutation: account.salutation,
    firstName: account.first_name,
    lastName: account.last_name,
    language: account.language,
    createdAt: account.created_at.toString(),
    confirmedAt: account.confirmed_at?.toString() ?? null,
    newsletter: newsletterWords[state],
    newsletterSince: account.newsletter_opted_in_at?.toString() ?? null,
    stepMails: account.step_mails,
  }
}

function rewardOf(
  reward: ExportRows['rewards'][number],
  today: Temporal.PlainDate,
): Omit<File['rewards'][number], 'waitingBankData' | 'bankSpells' | 'voucherCodes'> {
  const takenAs = { cash: 'Geld', voucher: 'Gutschein', 'set-off': 'Verrechnung' } as const
  return {
    id: reward.reward_id,
    referral: reward.referral_number,
    cents: reward.cents,
    status: labelOf(reward, today) as 'Offen',
    takenAs: reward.taken_as ? takenAs[reward.taken_as] : null,
    createdAt: reward.created_at.toString(),
    collectedAt: reward.collected_at?.toString() ?? null,
    paidAt: reward.paid_at?.toString() ?? null,
    claimedBackAt: reward.claimed_back_at?.toString() ?? null,
    goodwillReason: reward.goodwill_reason,
  }
}
