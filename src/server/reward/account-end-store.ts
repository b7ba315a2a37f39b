import { sql, type RawBuilder } from 'kysely'
import type { RewardState } from '../../domain/reward.ts'
import type { Localised } from '../../domain/tenant.ts'
import { recordReport, recordReportNames } from '../reports/rows-store.ts'
import type { Proven } from '../base/proof-store.ts'
import { forgetTokens } from '../base/forget-tokens-store.ts'
import { forgetReviewWords } from './review-question-store.ts'
import type { Tx } from '../db/connection.ts'
import { promisedCents } from '../order/promised-store.ts'
import { together } from '../db/together.ts'
import { forgetRequests } from '../account/goodwill-request-store.ts'
import { forgetInvitationsOf } from '../account/invitation-store.ts'
import { emptyAccount } from '../account/store.ts'
import { forgetConsents } from '../base/consent-store.ts'
import { forgetClaims } from '../base/claim-store.ts'
import { forgetNotes } from '../base/note-store.ts'
import { forgetRefusalNotesOfReferrer } from '../order/state-store.ts'
import type { Reward } from './store.ts'
import { forgetSpellingsOf } from './payee-check-store.ts'

export type EndingReward = {
  reward_id: string
  referral_number: string | null
  cents: number
  state: RewardState
  expires_on: string | null
  due_on: string | null
  review: Reward['review']
  execution_on: string | null // of its batch
  title: Localised | null // null: goodwill
}

/** An account's unpaid, unfinished rewards, oldest first. */
export async function listUnpaidRewards(
  tx: Tx,
  tenant: string,
  accountId: string,
): Promise<EndingReward[]> {
  const { rows } = await sql<EndingReward>`
    select rewards.reward_id, rewards.referral_number, rewards.cents, rewards.state, rewards.expires_on, rewards.due_on,
      rewards.review, payout_batches.execution_on, products.title
    from rewards
      left join orders on orders.tenant = ${tenant} and orders.number = rewards.order_number
      left join products on products.tenant = ${tenant} and products.product_id = orders.product_id
      left join payouts on payouts.tenant = ${tenant} and payouts.payout_id = rewards.payout_id
      left join payout_batches on payout_batches.tenant = ${tenant} and payout_batches.batch_id = payouts.batch_id
    where rewards.tenant = ${tenant} and rewards.account_id = ${accountId}
      and rewards.state in ('open', 'provided', 'collected')
    order by rewards.created_at, rewards.reward_id`.execute(tx)
  return rows
}

/** Locks an account's unpaid rewards in the order of their ids; later reads see all earlier commits. */
export async function lockUnpaidRewards(tx: Tx, tenant: string, accountId: string): Promise<void> {
  await sql`
    select from rewards
    where tenant = ${tenant} and account_id = ${accountId} and state in ('open', 'provided', 'collected')
    order by reward_id for no key update`.execute(tx)
}

/** The same of contacts; returns their ids. */
export const lockUnpaidOfContacts = (tx: Tx, tenant: string, numbers: readonly string[]) =>
  lockUnpaid(
    tx,
    tenant,
    sql`recipient_number = any (${[...numbers]}) and beneficiary = 'recipient'`,
  )

/** The same of both sides of contacts' contracts. */
export const lockUnpaidOfOrders = (tx: Tx, tenant: string, numbers: readonly string[]) =>
  lockUnpaid(
    tx,
    tenant,
    sql`order_number = any (array(
      select number from orders where tenant = ${tenant} and recipient_number = any (${[...numbers]})))`,
  )

async function lockUnpaid(tx: Tx, tenant: string, whose: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ reward_id: string }>`
    select reward_id from rewards
    where tenant = ${tenant} and ${whose} and state in ('open', 'provided', 'collected')
    order by reward_id for no key update`.execute(tx)
  return rows.map(({ reward_id }) => reward_id)
}

/** Confirmed, unreleased contracts of an account's referrals. */
export async function listExpectedOrders(
  tx: Tx,
  tenant: string,
  accountId: string,
): Promise<{ share: number; commission_cents: number }[]> {
  const { rows } = await sql<{ share: number; commission_cents: number }>`
    select referrals.share, ${promisedCents} as commission_cents
    from referrals
      join orders on orders.tenant = ${tenant} and orders.referral_number = referrals.number and orders.state = 'confirmed'
    where referrals.tenant = ${tenant} and referrals.account_id = ${accountId} and referrals.owned_at is not null`.execute(
    tx,
  )
  return rows
}

/** Closes the consents of an account and of its referrals. */
export async function listProven(tx: Tx, tenant: string, accountId: string): Promise<Proven[]> {
  const { rows } = await sql<{
    id: string
    channel: string
    ownedAt: Temporal.Instant
    atOnce: boolean
  }>`
    select number as id, channel, owned_at as "ownedAt", owned_at = created_at as "atOnce" from referrals
    where tenant = ${tenant} and account_id = ${accountId} and owned_at is not null`.execute(tx)
  const account = { kind: 'account', id: accountId, form: 'account' } as const
  return [
    { ...account, channel: null, confirmedAt: null, confirmedBy: null },
    ...rows.map(({ id, channel, ownedAt, atOnce }): Proven => ({
      kind: 'referral',
      id,
      form: 'recommend',
      channel,
      confirmedAt: ownedAt.toString(),
      confirmedBy: atOnce ? 'session' : 'mailed-link',
    })),
  ]
}

/**
 * Deletes all personal data of an account: tokens with sessions and reward links, bank data without pending payment, consents,
 * goodwill notes, its own fields. Only the id stays. The e-mail changes here, which waits for transactions that still add to the
 * account.
 */
export async function forgetPerson(
  tx: Tx,
  tenant: string,
  accountId: string,
  now: Temporal.Instant,
): Promise<void> {
  // Agencies' data about people they invited; the invitation itself stays.
  await forgetInvitationsOf(tx, tenant, accountId)
  await emptyAccount(tx, tenant, accountId, now)
  await together([
    () => forgetNotes(tx, tenant, 'account', [accountId]),
    () => forgetRequests(tx, tenant, [accountId]),
    () => forgetClaims(tx, tenant, 'account', [accountId]),
    () =>
      forgetTokens(
        tx,
        tenant,
        ['reward'],
        sql`array(select reward_id::text from rewards where tenant = ${tenant} and account_id = ${accountId})`,
      ),
    () =>
      forgetTokens(
        tx,
        tenant,
        [
          'user-session',
          'admin-login',
          'set-password',
          'own-referral',
          'newsletter',
          'new-email',
          'old-email',
        ],
        [accountId],
      ),
    () =>
      forgetReviewWords(
        tx,
        tenant,
        sql`array(select reward_id from rewards where tenant = ${tenant} and account_id = ${accountId})`,
      ),
    () =>
      forgetSpellingsOf(
        tx,
        tenant,
        sql`array(select reward_id from rewards where tenant = ${tenant} and account_id = ${accountId})`,
      ),
    // Payments at the bank are copied to payouts; pending ones need the account's data.
    () =>
      sql`
      delete from reward_bank_data where tenant = ${tenant} and reward_id = any (array(
        select reward_id from rewards
        where tenant = ${tenant} and account_id = ${accountId} and (state <> 'collected' or payout_id is not null)))`.execute(
        tx,
      ),
    () =>
      sql`delete from bank_accounts where tenant = ${tenant} and account_id = ${accountId}`.execute(
        tx,
      ),
    () =>
      forgetConsents(
        tx,
        tenant,
        'referral',
        sql`array(select number from referrals where tenant = ${tenant} and account_id = ${accountId})`,
      ),
    () => forgetConsents(tx, tenant, 'account', [accountId]),
    () =>
      sql`
      update rewards set account_id = null, rule = rule - 'reason', refusal_note = null
      where tenant = ${tenant} and account_id = ${accountId}`.execute(tx),
  ])
  await forgetRefusalNotesOfReferrer(tx, tenant, accountId)
  await together([
    () => recordReportNames(tx, tenant, accountId),
    () => recordReport(tx, tenant, 'recommenders', [accountId]),
  ])
}

/**
 * Deletes up to `limit` bank data of deleted accounts' rewards without pending payment; payouts keep what was paid. Returns the
 * number.
 */
export async function forgetUsedBankData(tx: Tx, tenant: string, limit: number): Promise<number> {
  const result = await sql`
    delete from reward_bank_data
    where tenant = ${tenant} and reward_id = any (array(
      select rewards.reward_id
      from rewards join reward_bank_data as used on used.tenant = ${tenant} and used.reward_id = rewards.reward_id
      where rewards.tenant = ${tenant} and rewards.beneficiary = 'referrer' and rewards.account_id is null
        and (rewards.state <> 'collected' or rewards.payout_id is not null)
      limit ${limit} for update of used skip locked))`.execute(tx)
  return Number(result.numAffectedRows ?? 0)
}
