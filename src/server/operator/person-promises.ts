import { payoutReason } from '../../domain/bank-reasons.ts'
import { repaymentReference } from '../../domain/clawback.ts'
import { localDate } from '../../domain/dates.ts'
import { reviewText } from '../../domain/eligibility.ts'
import { refusalText } from '../../domain/refusal.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import type { Wait } from '../../domain/wait.ts'
import { codeRefusalText } from '../../domain/voucher-fault.ts'
import type { OpenReward } from '../../domain/why-reward.ts'
import { whyWaiting } from '../../domain/why-waiting.ts'
import { rewardAmounts } from '../catalogue/option-view.ts'
import type { PromisedOrder, PromisedReward, Unanswered } from './person-page-store.ts'

export type Promised = {
  blockedOn: string | null
  rewards: readonly PromisedReward[]
  orders: readonly PromisedOrder[]
  unanswered: readonly Unanswered[]
  claims: readonly { answer_by: string }[]
}

/** What its person was mailed, the words of a note in their own language. */
const keptOf = ({ kept_at: at, kept_refusal: refusal, kept_reason: note }: PromisedReward) =>
  at && refusal
    ? {
        at,
        why: {
          de: codeRefusalText(refusal, refusal === 'other' ? note : null, 'de'),
          en: codeRefusalText(refusal, refusal === 'other' ? note : null, 'en'),
        },
      }
    : null

export const openRewardOf = (reward: PromisedReward): OpenReward => ({
  side: reward.beneficiary,
  cents: reward.cents,
  setOffCents: reward.set_off_cents,
  state: reward.state,
  review: reward.review,
  reviewReasons: reward.review_reasons,
  customerDays: reward.customer_days,
  answerBy: reward.answer_by,
  askedUntil: reward.asked_until,
  appealed: reward.appealed,
  refusal: reward.refusal_reason,
  objection: reward.objection,
  owned: reward.owned,
  releasedAt: reward.released_at,
  expiresOn: reward.expires_on,
  dueOn: reward.due_on,
  atBank: reward.state === 'collected' && reward.payout_id !== null,
  executionOn: reward.execution_on,
  backAt: reward.back_at,
  problem: reward.payout_problem,
  claimedBackAt: reward.claimed_back_at,
  claimSettledAt: reward.claim_settled_at,
  claimOutcome: reward.claim_outcome,
  repaidOn: reward.repaid_on,
  contractCancelled: reward.contract_cancelled,
  clawback:
    reward.clawback_id === null || reward.clawback_left === null
      ? null
      : {
          leftCents: reward.clawback_left,
          reference: repaymentReference(reward.clawback_order, reward.clawback_id),
          remindedAt: reward.clawback_reminded_at,
          proposed: reward.clawback_proposed,
        },
  takenAs: reward.taken_as,
  shop: reward.shop,
  reportedAt: reward.reported_at,
  kept: keptOf(reward),
  endedAt: reward.state === 'paid' ? reward.paid_at : reward.cancelled_at,
})

/** Why somebody has no money, from what is promised to them. */
export function whyOf(
  tenant: Tenant,
  today: Temporal.PlainDate,
  { blockedOn, rewards, orders, unanswered, claims }: Promised,
): { first: Wait; rest: Wait[] } {
  const hasShare = ({ side, share }: Pick<PromisedOrder, 'side' | 'share'>) =>
    side === 'recipient' ? share < 100 : share > 0
  const shareOf = (one: Pick<PromisedOrder, 'side' | 'cents' | 'share'>) =>
    rewardAmounts(tenant, one.cents, one.share)[one.side]
  return whyWaiting({
    today,
    blockedOn: blockedOn ?? tenant.accountsBlockedOn?.toString() ?? null,
    unclaimedDays: tenant.unclaimedDays,
    rewardMonths: tenant.rewardMonths,
    claimMonths: tenant.claimMonths,
    setsOffByItself: tenant.setsOffByItself,
    rewards: rewards.map(openRewardOf),
    claims: claims.map(({ answer_by }) => ({ answerBy: answer_by })),
    orders: orders.flatMap((order) =>
      order.state === 'released' || order.state === 'cancelled'
        ? []
        : [
            {
              side: order.side,
              cents: shareOf(order) || null,
              hasShare: hasShare(order),
              state: order.state,
              releasableOn: order.releasable_on,
            },
          ],
    ),
    cancelled: orders.flatMap((order) =>
      order.state === 'cancelled' && order.cancelled_at
        ? [
            {
              cents: shareOf(order) || null,
              on: localDate(order.cancelled_at).toString(),
              refusal: order.refusal_reason,
            },
          ]
        : [],
    ),
    empty: orders.flatMap((order) =>
      order.state === 'released' &&
      order.released_at &&
      (tenant.cap.cents !== null || !hasShare(order))
        ? [
            {
              side: order.side,
              on: localDate(order.released_at).toString(),
              hasShare: hasShare(order),
            },
          ]
        : [],
    ),
    referrals: unanswered.map((one) => ({
      side: one.side,
      cents: shareOf(one) || null,
      hasShare: hasShare(one),
      isOver:
        one.state === 'expired' ||
        one.state === 'cancelled' ||
        (one.contacts === 0 && one.valid_until < today.toString()),
      contacts: one.contacts,
      confirmed: one.confirmed,
      until: one.contacts > 0 ? (one.kept_until ?? one.valid_until) : one.valid_until,
    })),
  })
}

/** A wait with its codes as sentences. */
export const waitView =
  (locale: Locale) =>
  ({ days, repayment, ...wait }: Wait) => ({
    ...wait,
    repayment: repayment && {
      ...repayment,
      reference: repayment.reference && repayment.reference[locale],
    },
    reasons: wait.reasons.map((reason) => reviewText(reason, days)[locale]),
    shop: wait.shop && wait.shop[locale],
    kept: wait.kept && { on: wait.kept.on, why: wait.kept.why[locale] },
    problem: wait.problem && payoutReason(wait.problem, locale),
    refusal: wait.refusal && refusalText({ reason: wait.refusal, note: null }, locale),
  })
