import { sql } from 'kysely'
import type { PayoutState } from '../../domain/payout.ts'
import type { ReferralState } from '../../domain/referral.ts'
import type { RewardState } from '../../domain/reward.ts'
import type { Localised } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'

type At = Temporal.Instant

export type ExportRows = {
  consents: {
    kind: string
    given: boolean
    at: At
    version: string
    text: string
    referral: string | null
  }[]
  referrals: {
    number: string
    code: string
    first_name: string
    title: Localised
    state: ReferralState
    share: number
    channel: string
    campaign: string | null
    created_at: At
    valid_until: string
    company_name: string | null
    clicks: number
  }[]
  recipients: {
    referral_number: string
    first_name: string
    last_name: string
    created_on: string
  }[]
  rewards: {
    reward_id: string
    referral_number: string | null
    cents: number
    state: RewardState
    expires_on: string | null
    taken_as: 'cash' | 'voucher' | 'set-off' | null
    created_at: At
    collected_at: At | null
    paid_at: At | null
    claimed_back_at: At | null
    claim_settled_at: At | null
    goodwill_reason: string | null
  }[]
  waiting: ({ reward_id: string; bank_spells: string | null } & Sealed)[]
  codes: { reward_id: string; voucher_id: string; cents: number; code_encrypted: string }[]
  payouts: ({
    payout_id: string
    reward_id: string
    cents: number
    state: PayoutState
    created_at: At
    settled_at: At | null
  } & Sealed)[]
}

type Sealed = { holder: string; iban_encrypted: string; iban_mask: string; bic: string | null }

/** All data owned by a referrer beside the account, in one round trip. */
export async function readExport(tx: Tx, tenant: string, accountId: string): Promise<ExportRows> {
  const own = sql`referrals.tenant = ${tenant} and referrals.account_id = ${accountId} and referrals.owned_at is not null`
  const [consents, referrals, recipients, rewards, payouts, waiting, codes] = await together([
    () =>
      sql<ExportRows['consents'][number]>`
      select consents.kind, consents.given, consents.at, consents.version, consent_texts.text, referrals.number as referral
      from consents
        join consent_texts on consent_texts.tenant = ${tenant} and consent_texts.text_hash = consents.text_hash
        left join referrals on consents.subject_kind = 'referral' and referrals.number = consents.subject_id and ${own}
      where consents.tenant = ${tenant} and (
        (consents.subject_kind = 'account' and consents.subject_id = ${accountId})
        or (consents.subject_kind = 'referral' and consents.subject_id = any (array(
          select number from referrals where ${own}))))
      order by consents.at, consents.kind`.execute(tx),
    () =>
      sql<ExportRows['referrals'][number]>`
      select referrals.number, referrals.code, referrals.first_name, products.title, referrals.state, referrals.share,
        referrals.channel, referrals.campaign, referrals.company_name, referrals.created_at, referrals.valid_until,
        (select count(*)::int from clicks
          where clicks.tenant = ${tenant} and clicks.referral_number = referrals.number) as clicks
      from referrals join products on products.tenant = ${tenant} and products.product_id = referrals.product_id
      where ${own} order by referrals.created_at, referrals.number`.execute(tx),
    () =>
      sql<ExportRows['recipients'][number]>`
      select recipients.referral_number, recipients.first_name, recipients.last_name, recipients.created_on
      from referrals join recipients on recipients.tenant = ${tenant} and recipients.referral_number = referrals.number
      where ${own} and recipients.state <> 'withdrawn' and recipients.merged_into is null
      order by recipients.created_at, recipients.number`.execute(tx),
    () =>
      sql<ExportRows['rewards'][number]>`
      select reward_id, referral_number, cents, state, expires_on, taken_as, created_at, collected_at, paid_at, claimed_back_at,
        claim_settled_at, case when order_number is null then rule ->> 'reason' end as goodwill_reason
      from rewards where tenant = ${tenant} and account_id = ${accountId} order by created_at, reward_id`.execute(
        tx,
      ),
    () =>
      sql<ExportRows['payouts'][number]>`
      select payouts.payout_id, payouts.reward_id, payouts.cents, payouts.holder, payouts.iban_encrypted, payouts.iban_mask,
        payouts.bic, payouts.state, payouts.created_at, payouts.settled_at
      from rewards join payouts on payouts.tenant = ${tenant} and payouts.reward_id = rewards.reward_id
      where rewards.tenant = ${tenant} and rewards.account_id = ${accountId}
      order by payouts.created_at, payouts.payout_id`.execute(tx),
    () =>
      sql<ExportRows['waiting'][number]>`
      select bank.reward_id, bank.holder, bank.iban_encrypted, bank.iban_mask, bank.bic, bank.bank_spells
      from rewards join reward_bank_data bank on bank.tenant = ${tenant} and bank.reward_id = rewards.reward_id
      where rewards.tenant = ${tenant} and rewards.account_id = ${accountId}`.execute(tx),
    () =>
      sql<ExportRows['codes'][number]>`
      select vouchers.reward_id, vouchers.voucher_id, vouchers.cents, vouchers.code_encrypted
      from rewards join vouchers on vouchers.tenant = ${tenant} and vouchers.reward_id = rewards.reward_id
      where rewards.tenant = ${tenant} and rewards.account_id = ${accountId} and vouchers.faulty_at is null
      order by vouchers.cents desc, vouchers.voucher_id`.execute(tx),
  ])
  return {
    consents: consents.rows,
    referrals: referrals.rows,
    recipients: recipients.rows,
    rewards: rewards.rows,
    payouts: payouts.rows,
    waiting: waiting.rows,
    codes: codes.rows,
  }
}
