import type { z } from 'zod'
import type { rewardView as contract } from '../../contract/praemierung.ts'
import { payoutReason } from '../../domain/bank-reasons.ts'
import { maskEmail } from '../../domain/mask-email.ts'
import { formatCents } from '../../domain/money.ts'
import { expectedOn } from '../../domain/payout.ts'
import { dueOn, rewardLabels } from '../../domain/reward.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import { optionView, rewardOptionsFor } from '../catalogue/option-view.ts'
import { listRewardOptions } from '../catalogue/store.ts'
import type { Tx } from '../db/connection.ts'
import { findRewardBankData } from './bank-store.ts'
import { expectedInAccount } from './expected-in-account.ts'
import { findSpelling } from './holder-store.ts'
import { refusalView } from './refusal-view.ts'
import { findContact, findExecutionDay, type Reward } from './store.ts'

export type RewardView = z.output<typeof contract>

/** A reward for its owner: the options while provided, afterwards the choice. */
export async function rewardView(
  tx: Tx,
  tenant: Tenant,
  reward: Reward,
  today: Temporal.PlainDate,
  locale: Locale,
): Promise<RewardView> {
  const choosing = isCollectable(reward, today)
  const options = choosing
    ? (await rewardOptionsFor(tx, tenant, reward.cents, today, locale)).filter((option) =>
        mayTake(reward, option),
      )
    : []
  const chosen =
    reward.option_id && !choosing
      ? (await listRewardOptions(tx, tenant.code)).find((one) => one.option_id === reward.option_id)
      : undefined
  const bank = await findRewardBankData(tx, tenant.code, reward.reward_id)
  const contact = await findContact(tx, tenant.code, reward.reward_id)
  const isHeld = isUnderReview(reward) || (choosing && reward.review === 'held')
  const expected = choosing
    ? !isHeld && expectedOn(dueOn(today, tenant.payoutDays), today)
    : expectedInAccount(
        { ...reward, execution_on: await findExecutionDay(tx, tenant.code, reward) },
        today,
      )
  return {
    id: reward.reward_id,
    status: labelOf(reward, today) as RewardView['status'],
    cents: reward.cents,
    amount: formatCents(reward.cents, locale),
    ...(contact
      ? { owner: { firstName: contact.firstName, maskedEmail: maskEmail(contact.email) } }
      : {}),
    beneficiary: reward.beneficiary === 'referrer' ? 'Empfehler' : 'Empfaenger',
    options,
    ...(chosen ? { chosen: optionView(chosen, reward.cents, locale) } : {}),
    ...(bank ? { bankData: { holder: bank.holder, maskedIban: bank.iban_mask } } : {}),
    ...(reward.due_on ? { dueOn: reward.due_on } : {}),
    ...(expected ? { expectedOn: expected.toString() } : {}),
    ...(isHeld ? { held: true } : {}),
    ...(isClaimedBack(reward) ? { claimedBack: true } : {}),
    ...refusalView(locale, reward),
    ...(reward.referral_number ? { referralNumber: reward.referral_number } : {}),
    ...(reward.expires_on ? { expiresOn: reward.expires_on } : {}),
    ...(reward.payout_problem
      ? { payoutProblem: payoutReason(reward.payout_problem, locale) }
      : {}),
    ...((await isHolderAsked(tx, tenant.code, reward, today)) ? { asksHolder: true } : {}),
    ...(reward.set_off_cents > 0 ? { setOffCents: reward.set_off_cents } : {}),
    ...(reward.order_number === null ? { goodwill: true } : {}),
    ...(contact?.productTitle ? { productTitle: contact.productTitle[locale] } : {}),
  }
}

/** Whether a reward can be collected today; the expiry sweep may run later than midnight. */
export function isCollectable(
  reward: Pick<Reward, 'state' | 'expires_on'>,
  today: Temporal.PlainDate,
): boolean {
  return reward.state === 'provided' && !isOver(reward, today)
}

/** Whether the bank spells the owner of the reward's account otherwise, and they have not answered. */
export async function isHolderAsked(
  tx: Tx,
  tenant: string,
  reward: Pick<Reward, 'reward_id' | 'state' | 'expires_on' | 'payout_problem'>,
  today: Temporal.PlainDate,
): Promise<boolean> {
  if (reward.payout_problem === null || !isCollectable(reward, today)) return false
  return Boolean((await findSpelling(tx, tenant, reward.reward_id))?.bank_spells)
}

/** Codes are handed over at once, so a reward under review is taken as cash, which waits. */
export const mayTake = ({ review }: Pick<Reward, 'review'>, { kind }: { kind: string }) =>
  kind === 'cash' || review !== 'held'

const isOver = (reward: Pick<Reward, 'expires_on'>, today: Temporal.PlainDate) =>
  reward.expires_on !== null && reward.expires_on < today.toString()

/** Whether a person checks the reward before it is provided or paid. */
export const isUnderReview = ({ state, review }: Pick<Reward, 'state' | 'review'>) =>
  review === 'held' && (state === 'open' || state === 'collected')

type Claimed = Pick<Reward, 'state' | 'claimed_back_at' | 'claim_settled_at'>

/** Whether paid money or codes are to be given back; not if returned or undelivered. */
export const isClaimedBack = (reward: Claimed) =>
  (reward.state === 'collected' || reward.state === 'paid') &&
  reward.claimed_back_at !== null &&
  reward.claim_settled_at === null

export function labelOf(
  // Unpaid rewards cannot have come back.
  reward: Pick<Reward, 'state' | 'expires_on'> & Partial<Pick<Reward, 'claim_settled_at'>>,
  today: Temporal.PlainDate,
): string {
  // A repaid claim shows to its owner as cancelled.
  if (reward.claim_settled_at) return rewardLabels.cancelled
  const state = reward.state === 'provided' && isOver(reward, today) ? 'expired' : reward.state
  return rewardLabels[state]
}
